import type { ExamAppointment } from '#contract/exam-taking.ts';

/** A one-hour exam in a two-hour slot. */
export const appointedExam = (more: Partial<ExamAppointment> = {}): ExamAppointment => ({
  examId: 31,
  examName: 'Examen de iarnă',
  status: 'NotStarted',
  groupId: null,
  examDate: '2026-02-03',
  examSession: 'Iarnă',
  startsAt: '2026-02-03T08:00:00Z',
  endsAt: '2026-02-03T10:00:00Z',
  extraTime: 0,
  durationMinutes: 60,
  questions: 60,
  examRoom: 'Sala 12',
  building: 'Corp A',
  examRow: 0,
  seatNumber: 17,
  scoringMode: 'FULL_MATCH',
  disciplines: [{ index: 1, pkDiscipline: 6, disciplineDescription: 'Anatomie', questions: 40, credits: 5 }],
  integrativeGroups: [
    {
      index: 2,
      groupName: 'Preclinice',
      questions: 20,
      credits: null,
      disciplines: [
        { index: 2, pkDiscipline: 7, disciplineDescription: 'Biochimie', questions: 20, credits: 1 },
      ],
    },
  ],
  ...more,
});
