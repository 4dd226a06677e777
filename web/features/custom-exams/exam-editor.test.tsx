import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CustomExamItem, ExamDisciplines } from '#contract/custom-exams.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const discipline = {
  pkDiscipline: 4,
  disciplineCode: 'A',
  disciplineName: 'Anatomie',
  questions: 1,
  credits: 2,
};
const share = { percentSimple: 100, percentComplex: 0, position: 1 };
const item: CustomExamItem = {
  ...{ id: 1, version: 3, examName: 'Iarnă', collegeId: 1, collegeName: 'Medicină', sectionId: 2 },
  ...{ sectionName: 'MG', seriesIds: [5], seriesNames: ['Seria A'], year: 3, questions: 1, credits: 2 },
  ...{ examDuration: 60, futureAppointmentsCount: 0, frozen: null, changedAt: '2026-01-01T08:00:00Z' },
  changedBy: null,
  integrativeGroups: [
    { ...share, groupName: 'Clinică', questions: 1, credits: 2, ownCredits: null, disciplines: [discipline] },
  ],
  sumativeDisciplines: [],
};
const chapter = { chapterId: 1, chapter: 'K1', questions: 2, percentSimple: 50 };
const offers: ExamDisciplines = {
  mayEditPercent: false,
  disciplines: [
    {
      ...{ pkDiscipline: 4, disciplineCode: 'A', disciplineName: 'Anatomie', universityYear: '2026–2027' },
      ...{ year: 3, semester: 1, questions: 2, examDuration: 60 },
      chapters: [{ ...chapter, available: 20, simple: 20, multiple: 20, either: 20 }],
    },
  ],
};
const serve = (more: Parameters<typeof stubWire>[0]) =>
  stubWire({
    'GET examCustom/1': { body: item },
    'GET examCustom/disciplines': { body: offers },
    'GET colleges': { body: [{ id: 1, name: 'Medicină' }] },
    'GET colleges/1/sections': { body: [{ id: 2, name: 'MG' }] },
    'GET sections/2/series': {
      body: [
        { id: 5, name: 'Seria A', year: 3 },
        { id: 6, name: 'Seria B', year: 3 },
      ],
    },
    ...more,
  });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the exam' }));

it('[DISC-4] [DISC-6] a percent from before can be removed where none may be set; the different exams are counted', async () => {
  const wire = serve({
    'PUT examCustom/1': {
      body: {
        ...item,
        version: 4,
        integrativeGroups: [{ ...item.integrativeGroups[0], percentSimple: null, percentComplex: null }],
      },
    },
  });
  await openApp('/customExams?examId=1', { as: loginData({ role: 'Admin' }) });
  const totals = within(await screen.findByRole('region', { name: 'Sums' }));
  expect((await totals.findByText('different exams')).textContent).toMatch(/20 different exams/);
  const percent = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'Percent of simple questions, Clinică',
  });
  expect([percent.value, percent.readOnly, percent.disabled]).toEqual(['100', true, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Leave the percent of Clinică to the structure' }));
  expect(percent.value).toBe('');
  save();
  await screen.findByText('Iarnă is saved.');
  expect(wire.sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    integrativeGroups: [{ percentSimple: null, credits: null }],
  });
});

it('[CUST-2] two who edit at once see a difference that is only in the series', async () => {
  let stored = item;
  serve({
    'GET examCustom/1': () => ({ body: stored }),
    'PUT examCustom/1': () => {
      // The second series was made after this browser loaded the list.
      stored = { ...item, version: 4, seriesIds: [5, 7], seriesNames: ['Seria A', 'Seria C'] };
      return { status: 409, body: { error: 'customExam.changed', params: { by: 'Ion Vlad' } } };
    },
  });
  await openApp('/customExams?examId=1', { as: loginData({ role: 'Admin' }) });
  fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Vară' } });
  save();
  const table = within(within(await screen.findByRole('alert')).getByRole('table'));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldYoursTheirs',
    'NameVarăIarnă',
    'SeriesSeria ASeria A, Seria C',
  ]);
});
