import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { examResults, scoredExam } from '#web/sittings/testing/results.ts';

afterEach(closeApp);

const student = () => loginData({ role: 'Studenti', pkStudent: 3 });
const refused = (status: number, error: string) => ({ status, body: { error, params: {} } });

/** The summary's values by label. */
const factsOf = (summary: HTMLElement) =>
  Object.fromEntries(
    within(summary)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

describe('[RESU-1] the result of an exam', () => {
  it('[RESU-1] shows the grade, the score, the answered questions, the time used and the finish cause', async () => {
    const wire = stubWire({ 'PUT examScore': { body: examResults() } });
    await openApp('/examResult?examId=31', { as: student() });
    const summary = await screen.findByRole('region', { name: 'Result of Anatomie' });
    within(summary).getByText('7.93');
    expect(within(summary).queryByRole('alert')).toBeNull();
    expect(factsOf(summary)).toMatchObject({
      Score: '38.50 of 50.00 points',
      'Questions answered': '4 of 5',
      'Time used': '47 min 12 s',
      'How it ended': 'It was handed in',
    });
    expect(wire.sent.find(({ path }) => path === 'examScore')?.query.get('examId')).toBe('31');
  });

  it('says that an annulled exam does not count', async () => {
    stubWire({ 'PUT examScore': { body: examResults({ exam: scoredExam({ annulled: true }) }) } });
    await openApp('/examResult?examId=31', { as: student() });
    const summary = await screen.findByRole('region', { name: 'Result of Anatomie' });
    expect(within(summary).getByRole('alert').textContent).toMatch(/^Annulled.*does not count/);
  });

  it('[RESU-1] shows points with two decimals and labels each answer in words', async () => {
    stubWire({ 'PUT examScore': { body: examResults() } });
    await openApp('/examResult?examId=31', { as: student() });
    const question = await screen.findByRole('article', { name: 'Question 2' });
    within(question).getByText('6.00 of 10.00 points');
    const marks = within(question)
      .getAllByRole('listitem')
      .map((line) => [line.dataset.mark, line.dataset.selected === 'true', line.textContent]);
    expect(marks).toEqual([
      ['correct', true, 'Avarianta 2aCorrect, selected'],
      ['shouldHaveSelected', false, 'Bvarianta 2bShould have been selected'],
      ['wrong', true, 'Cvarianta 2cWrong, selected'],
      ['leftOut', false, 'Dvarianta 2dWrong, rightly not selected'],
      ['leftOut', false, 'Evarianta 2eWrong, rightly not selected'],
    ]);
    within(screen.getByRole('article', { name: 'Question 3' })).getByText(/no answer/);
  });

  it('[RESU-1] can show only the questions that lost points', async () => {
    stubWire({ 'PUT examScore': { body: examResults() } });
    await openApp('/examResult?examId=31', { as: student() });
    await screen.findByRole('article', { name: 'Question 1' });
    fireEvent.click(screen.getByRole('radio', { name: 'With lost points (2)' }));
    expect(screen.getAllByRole('article').map((one) => one.querySelector('h3')?.textContent)).toEqual([
      'Question 2',
      'Question 3',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Question 1: All points' }));
    expect(screen.getAllByRole('article')).toHaveLength(3);
  });

  it('[RESU-1] says when questions and key become visible', async () => {
    stubWire({
      'PUT examScore': { body: examResults({ questionExams: [], keyFrom: '2026-02-03T16:30:00Z' }) },
    });
    await openApp('/examResult?examId=31', { as: student() });
    await screen.findByText('The questions and the key open on 03/02/2026 at 18:30');
    screen.getByRole('link', { name: 'This exam cannot be contested before 03/02/2026 at 18:30.' });
    expect(screen.queryByRole('link', { name: /^Contest this exam/ })).toBeNull();
    screen.getByText('7.93');
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('[RESU-1] says that previews are not allowed', async () => {
    stubWire({ 'PUT examScore': { body: examResults({ questionExams: [] }) } });
    await openApp('/examResult?examId=31', { as: student() });
    await screen.findByText('The questions cannot be seen');
    screen.getByText('7.93');
  });

  it('[RESU-1] shows no result for a running exam, but a link back into it', async () => {
    stubWire({
      'GET examGroups/9': { body: { id: 31, status: 'Started', groupId: 9, groupExams: [31] } },
    });
    await openApp('/examResult?groupId=9', { as: student() });
    const link = await screen.findByRole('link', { name: 'Resume the exam' });
    expect(link.getAttribute('href')).toBe('/exam/9');
    cleanup();
    stubWire({ 'PUT examScore': refused(409, 'exam.notFinished') });
    await openApp('/examResult?examId=31', { as: student() });
    await screen.findByText('This exam is not finished yet');
  });

  it('[RESU-1] shows another user’s exam as not found', async () => {
    stubWire();
    await openApp('/examResult?examId=99', { as: student() });
    await screen.findByText('The requested resource was not found');
  });

  it('[RESU-1] opens the list when no exam is named', async () => {
    const wire = stubWire();
    await openApp('/examResult?examId=x', { as: student() });
    await screen.findByText('No exam is chosen');
    expect(wire.calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('[SIM-1] marks a simulation as such', async () => {
    stubWire({ 'PUT examScore': { body: examResults({ exam: scoredExam({ kind: 'simulation' }) }) } });
    await openApp('/examResult?examId=31', { as: student() });
    await screen.findByText(/does not count/);
  });
});

describe('[EXAM-16] several exams of one sitting', () => {
  it('[EXAM-16] are listed in order with their grades, each with its own result', async () => {
    stubWire({
      'GET examGroups/9': { body: { id: 32, status: 'Finished', groupId: 9, groupExams: [31, 32] } },
      'PUT examScore': { body: examResults({ groupExams: [31, 32] }) },
    });
    const { href } = await openApp('/examResult?groupId=9', { as: student() });
    const sitting = await screen.findByRole('navigation', { name: 'The exams of this sitting' });
    const [first, second] = within(sitting).getAllByRole('link');
    expect(first?.getAttribute('aria-current')).toBe('page');
    expect(first?.textContent).toBe('1Anatomie7.93');
    fireEvent.click(second as HTMLElement);
    await expect.poll(href).toBe('/examResult?examId=32');
  });
});
