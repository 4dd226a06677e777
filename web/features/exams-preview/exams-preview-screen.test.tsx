import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { examResults, resultRow } from '#web/sittings/testing/results.ts';

afterEach(closeApp);

const student = () => loginData({ role: 'Studenti', pkStudent: 3 });

describe('[RESU-2] the list of one’s results', () => {
  it('[RESU-2] shows number, discipline, date, start, end, score and grade, and opens one', async () => {
    const wire = stubWire({
      'GET examsPreview': { body: [resultRow(31)], headers: { 'x-total-count': '1' } },
    });
    await openApp('/examsPreview', { as: student() });
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['No.', 'Discipline', 'Date', 'Start', 'End', 'Score', 'Grade']);
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['31', 'AnatomieExamen de iarnă', '03/02/2026', '10:00', '10:47', '38.50 / 50.00', '7.93']);
    const link = within(table).getByRole('link', { name: 'Open the result: Anatomie' });
    expect(link.getAttribute('href')).toBe('/examsPreview?examId=31');
    expect(wire.sent.find(({ path }) => path === 'examsPreview')?.query.get('kind')).toBe('official');
  });

  it('[RESU-2][UX-5] keeps its page in the address, so that Back and links show the same rows', async () => {
    const wire = stubWire({
      'GET examsPreview': ({ query }) => ({
        body: [resultRow(100 - Number(query.get('skip')))],
        headers: { 'x-total-count': '30' },
      }),
    });
    const { href, router } = await openApp('/examsPreview?page=2&take=10', { as: student() });
    await screen.findByRole('cell', { name: '90' });
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await screen.findByRole('cell', { name: '80' });
    expect(href()).toBe('/examsPreview?page=3&take=10');
    router.history.back();
    await screen.findByRole('cell', { name: '90' });
    expect(
      wire.sent
        .filter(({ path }) => path === 'examsPreview')
        .at(-1)
        ?.query.get('take'),
    ).toBe('10');
  });

  it('[RESU-2] says that there are no results yet', async () => {
    stubWire({ 'GET examsPreview': { body: [], headers: { 'x-total-count': '0' } } });
    await openApp('/examsPreview', { as: student() });
    await screen.findByText('No results yet');
  });
});

describe('[RESU-2] one exam of the list', () => {
  it('[RESU-2] shows its questions and key, with a link back', async () => {
    const wire = stubWire({ 'GET previewExam': { body: examResults() } });
    await openApp('/examsPreview?examId=31', { as: student() });
    await screen.findByRole('heading', { level: 1, name: 'Anatomie' });
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(wire.sent.find(({ path }) => path === 'previewExam')?.query.get('examId')).toBe('31');
    expect(screen.getByRole('link', { name: 'Back to my results' }).getAttribute('href')).toBe(
      '/examsPreview',
    );
  });

  it('[RESU-2] names the student to staff who open their exam', async () => {
    const named = { firstName: 'Ioana', lastName: 'Marin', numarMatricol: 'M-17' };
    stubWire({ 'GET previewExam': { body: examResults({ student: named }) } });
    await openApp('/examsPreview?examId=31', { as: loginData({ role: 'Secretar' }) });
    await screen.findByText('Marin Ioana (M-17)');
  });

  it('[RESU-2] links to score and grade while the key is hidden', async () => {
    stubWire({ 'GET previewExam': { status: 409, body: { error: 'exam.previewClosed', params: {} } } });
    await openApp('/examsPreview?examId=31', { as: student() });
    await screen.findByText('The questions of this exam cannot be seen now.');
    const link = screen.getByRole('link', { name: 'See score and grade' });
    expect(link.getAttribute('href')).toBe('/examResult?examId=31');
  });
});
