import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DisciplineListRow } from '#contract/structure.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { resultRow } from '#web/sittings/testing/results.ts';

afterEach(closeApp);

const teacher = () => loginData({ role: 'Profesori' });
const discipline = (id: number, name: string, examQuestions: number | null): DisciplineListRow => ({
  id,
  disciplineDescription: name,
  universityYear: '2025-2026',
  collegeDescription: 'Medicină',
  sectionDescription: 'Medicină generală',
  calculatedSeriesNames: 'A, B',
  disciplineCode: `MG${id}`,
  year: 3,
  semester: 1,
  questionCount: 100,
  examQuestions,
  pkCollege: 11,
  pkSection: 12,
  mayEdit: true,
});
const mine = {
  'GET disciplineList': { body: [discipline(6, 'Anatomie', 20), discipline(7, 'Biochimie', null)] },
};

describe('[RESU-4] a teacher’s exams', () => {
  it('[RESU-4] starts a trial of a discipline with the six fields of the call', async () => {
    const wire = stubWire({
      ...mine,
      'GET teacherExams': { body: [], headers: { 'x-total-count': '0' } },
      'POST prepareExamForTeach': { body: { id: 70, status: 'Started', groupId: 41, params: {} } },
    });
    const { href } = await openApp('/teacherExams', { as: teacher() });
    fireEvent.click(await screen.findByRole('button', { name: 'Try the exam: Anatomie' }));
    await expect.poll(href).toBe('/exam/41');
    expect(wire.sent.find(({ path }) => path === 'prepareExamForTeach')?.body).toEqual({
      PKDiscipline: 6,
      PkCollege: 11,
      PkSection: 12,
      Lang: null,
      Year: 3,
      Semester: 1,
    });
  });

  it('[RESU-4] links a discipline without a structure to its structure instead', async () => {
    stubWire({ ...mine, 'GET teacherExams': { body: [], headers: { 'x-total-count': '0' } } });
    await openApp('/teacherExams', { as: teacher() });
    const link = await screen.findByRole('link', { name: 'Define it' });
    expect(link.getAttribute('href')).toBe('/disciplineList?disciplineId=7');
    expect(screen.queryByRole('button', { name: 'Try the exam: Biochimie' })).toBeNull();
    await screen.findByText('No trial run yet');
  });

  it('[RESU-4] lists trials: a running one can be resumed, a finished one opens its result', async () => {
    const { exam } = resultRow(0);
    const running = resultRow(72, {
      grade: null,
      exam: { ...exam, id: 72, groupId: 43, status: 'Started', serverStopTime: null, score: null },
    });
    stubWire({
      ...mine,
      'GET teacherExams': { body: [running, resultRow(71)], headers: { 'x-total-count': '2' } },
    });
    await openApp('/teacherExams', { as: teacher() });
    const resume = await screen.findByRole('link', { name: 'Resume: Anatomie' });
    expect(resume.getAttribute('href')).toBe('/exam/43');
    const open = screen.getByRole('link', { name: 'Open the result: Anatomie' });
    expect(open.getAttribute('href')).toBe('/examResult?examId=71');
  });
});
