import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { resultRow } from '#web/sittings/testing/results.ts';

afterEach(closeApp);

const student = () => loginData({ role: 'Studenti', pkStudent: 3 });
const choices = {
  body: {
    disciplines: [
      {
        pkDiscipline: 6,
        disciplineDescription: 'Anatomie',
        questions: 20,
        durationMinutes: 30,
        minutesLeft: null,
      },
      {
        pkDiscipline: 7,
        disciplineDescription: 'Biochimie',
        questions: 1,
        durationMinutes: 45,
        minutesLeft: 12,
      },
    ],
    exams: [
      { examCustomId: 2, examName: 'Examen de iarnă', questions: 60, durationMinutes: 90, minutesLeft: null },
    ],
  },
};
const noRows = { body: [], headers: { 'x-total-count': '0' } };
const notAllowed = { status: 409, body: { error: 'simulation.notAllowed', params: {} } };

describe('[SIM-1] simulation', () => {
  it('[SIM-1] offers disciplines and whole exams with their number of questions and duration', async () => {
    stubWire({ 'GET simulationChoices': choices, 'GET examsPreview': noRows });
    await openApp('/examSimulation', { as: student() });
    const one = await screen.findByRole('region', { name: 'One discipline' });
    expect(
      within(one)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'Anatomie20 questions · 30 minutesBegin',
      'Biochimie1 question · 45 minutes · 12 minutes leftResume',
    ]);
    const whole = screen.getByRole('region', { name: 'A whole exam' });
    within(whole).getByText('60 questions · 90 minutes');
    await screen.findByText('You have not finished a simulation yet');
  });

  it('[SIM-1] starts the chosen simulation and opens the exam', async () => {
    const wire = stubWire({
      'GET simulationChoices': choices,
      'GET examsPreview': noRows,
      'POST prepareSimulation': { body: { error: null, id: 70, status: 'Started', groupId: 41, params: {} } },
    });
    const { href } = await openApp('/examSimulation', { as: student() });
    fireEvent.click(await screen.findByRole('button', { name: 'Begin: Examen de iarnă' }));
    await expect.poll(href).toBe('/exam/41');
    expect(wire.sent.find(({ path }) => path === 'prepareSimulation')?.body).toEqual({ examCustomId: 2 });
  });

  it("[SIM-1][MSG-5] is refused with 'Exams can not be simulated'", async () => {
    const wire = stubWire({
      'GET simulationChoices': choices,
      'GET examsPreview': noRows,
      'POST prepareSimulation': notAllowed,
    });
    const { href } = await openApp('/examSimulation', { as: student() });
    fireEvent.click(await screen.findByRole('button', { name: 'Begin: Anatomie' }));
    await screen.findByText('Exams can not be simulated');
    expect(wire.sent.find(({ path }) => path === 'prepareSimulation')?.body).toEqual({ pkDiscipline: 6 });
    expect(href()).toBe('/examSimulation');
  });

  it("[SIM-1][MSG-5] says 'Exams can not be simulated', not that rights are missing, where simulation is not allowed", async () => {
    stubWire({ 'GET canSimulate': { body: { canSimulate: false } } });
    await openApp('/examSimulation', { as: student() });
    await screen.findByRole('heading', { name: 'Exams can not be simulated' });
    expect(screen.queryByText('You do not have the rights to access this resource')).toBeNull();
  });

  it('[SIM-1] asks again when the server cannot tell whether simulation is allowed, and claims nothing meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const unavailable = { status: 503, body: { error: 'server.unavailable', params: {} } };
    let isBack = false;
    const wire = stubWire({
      'GET canSimulate': () => (isBack ? { body: { canSimulate: true } } : unavailable),
      'GET simulationChoices': choices,
      'GET examsPreview': noRows,
    });
    await openApp('/examSimulation', { as: student() });
    await vi.waitFor(() => expect(wire.calls()).toContain('GET canSimulate'));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(screen.queryByText('Exams can not be simulated')).toBeNull();
    isBack = true;
    await vi.advanceTimersByTimeAsync(6_000);
    await screen.findByRole('button', { name: 'Begin: Anatomie' });
  });

  it('[SIM-1][SIM-3] explains in its own words that an official exam is running', async () => {
    const running = {
      status: 'Started',
      kind: 'official',
      groupId: 31,
      examName: 'Examen',
      remainingSeconds: 60,
    };
    stubWire({ 'GET canSimulate': { body: { canSimulate: false } }, 'GET checkExam': { body: running } });
    await openApp('/examSimulation', { as: student() });
    await screen.findByRole('heading', { name: 'Your exam is running' });
    expect(screen.queryByText('Exams can not be simulated')).toBeNull();
  });

  it("[SIM-1][MSG-5] shows 'Exams can not be simulated' instead of the choices when simulation was closed in the meantime", async () => {
    stubWire({ 'GET simulationChoices': notAllowed, 'GET examsPreview': noRows });
    await openApp('/examSimulation', { as: student() });
    await screen.findByText('Exams can not be simulated');
  });

  it('[SIM-1] shows progress over time and the history, requesting only simulations', async () => {
    const rows = [resultRow(3, { grade: 8.5 }), resultRow(2, { grade: 9 }), resultRow(1, { grade: 5.25 })];
    const wire = stubWire({
      'GET simulationChoices': choices,
      'GET examsPreview': { body: rows, headers: { 'x-total-count': '3' } },
    });
    await openApp('/examSimulation', { as: student() });
    await screen.findByRole('img', {
      name: 'Anatomie: 3 simulations, the first with 5.25, the last with 8.50, the best with 9.00',
    });
    const links = screen.getAllByRole('link', { name: 'Open the result: Anatomie' });
    expect(links[0]?.getAttribute('href')).toBe('/examResult?examId=3');
    const requests = wire.sent.filter(({ path }) => path === 'examsPreview');
    expect(requests.map(({ query }) => query.get('kind'))).toEqual(['simulation', 'simulation']);
  });
});
