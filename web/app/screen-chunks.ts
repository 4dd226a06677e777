import type { ComponentType } from 'react';
import type { ScreenName } from '#domain/access/screens.ts';
import { type Chunk, chunk } from '#web/base/chunk.ts';
import {
  administrationTexts,
  boardTexts,
  bookingTexts,
  configurationTexts,
  contestationTexts,
  customExamTexts,
  deskTexts,
  examTexts,
  importTexts,
  loadMainTexts,
  loadTexts,
  paperTexts,
  prepareTexts,
  recordingTexts,
  resultTexts,
  screenErrorTexts,
  studentsExamsTexts,
  type Texts,
} from '#web/base/i18n.ts';

type ScreenModule = { readonly Screen: ComponentType };

/** A screen whose translations are not in the main layout's chunk. */
const withTexts = (texts: Texts, fetchModule: () => Promise<ScreenModule>) =>
  chunk(async () => {
    const [module] = await Promise.all([fetchModule(), loadTexts(texts)]);
    return module;
  });

const dashboard = withTexts(boardTexts, () => import('#web/features/dashboard/dashboard-screen.tsx'));

/** Loads each screen as its own chunk, on demand. */
const screenChunks: Record<ScreenName, Chunk<ScreenModule>> = {
  Login: chunk(() => import('#web/features/login/login-screen.tsx')),
  Home: dashboard,
  Dashboard: dashboard,
  UniversityYears: chunk(() => import('#web/features/university-years/university-years-screen.tsx')),
  Faculties: chunk(() => import('#web/features/faculties/faculties-screen.tsx')),
  Examinare: chunk(() => import('#web/features/exam-sessions/exam-sessions-screen.tsx')),
  Rooms: withTexts(bookingTexts, () => import('#web/features/rooms/rooms-screen.tsx')),
  DisciplineList: chunk(() => import('#web/features/structure/structure-screen.tsx')),
  DisciplineManage: chunk(() => import('#web/features/disciplines/disciplines-screen.tsx')),
  Students: chunk(() => import('./students-screen.tsx')),
  Secretaries: chunk(() => import('#web/features/secretaries/secretaries-screen.tsx')),
  Questions: chunk(() => import('./question-bank-screen.tsx')),
  NewQuestion: chunk(() => import('#web/features/questions/new-question-screen.tsx')),
  EditQuestion: chunk(() => import('#web/features/questions/edit-question-screen.tsx')),
  Admin: withTexts(
    administrationTexts,
    () => import('#web/features/administration/administration-screen.tsx'),
  ),
  Imports: withTexts(importTexts, () => import('#web/features/imports/imports-screen.tsx')),
  Configuration: withTexts(
    configurationTexts,
    () => import('#web/features/configuration/configuration-screen.tsx'),
  ),
  Exam: withTexts(examTexts, () => import('#web/features/exam/exam-screen.tsx')),
  PrepareExam: withTexts(prepareTexts, () => import('#web/features/prepare-exam/prepare-exam-screen.tsx')),
  ExamResult: withTexts(resultTexts, () => import('#web/features/exam-result/exam-result-screen.tsx')),
  ExamSimulation: withTexts(
    resultTexts,
    () => import('#web/features/exam-simulation/exam-simulation-screen.tsx'),
  ),
  Appointments: withTexts(bookingTexts, () => import('#web/features/appointments/appointments-screen.tsx')),
  ExamSchedule: withTexts(bookingTexts, () => import('#web/features/exam-schedule/exam-schedule-screen.tsx')),
  ExamAppointments: withTexts(
    bookingTexts,
    () => import('#web/features/exam-appointments/exam-appointments-screen.tsx'),
  ),
  ExamsPreview: withTexts(resultTexts, () => import('#web/features/exams-preview/exams-preview-screen.tsx')),
  TeacherExams: withTexts(resultTexts, () => import('#web/features/teacher-exams/teacher-exams-screen.tsx')),
  Test: withTexts(resultTexts, () => import('#web/features/rehearsal/rehearsal-screen.tsx')),
  StudentsExams: withTexts(
    studentsExamsTexts,
    () => import('#web/features/students-exams/students-exams-screen.tsx'),
  ),
  ResolveContest: withTexts(
    deskTexts,
    () => import('#web/features/contestation-desk/resolve-contest-screen.tsx'),
  ),
  Contestations: withTexts(
    contestationTexts,
    () => import('#web/features/contestations/contestations-screen.tsx'),
  ),
  ExamContest: withTexts(contestationTexts, () => import('#web/features/contestations/contest-screen.tsx')),
  ExamContestEdit: withTexts(
    contestationTexts,
    () => import('#web/features/contestations/contest-form-screen.tsx'),
  ),
  CustomExams: withTexts(customExamTexts, () => import('#web/features/custom-exams/custom-exams-screen.tsx')),
  Recording: withTexts(recordingTexts, () => import('#web/features/recording/recording-screen.tsx')),
  AdminExamPrint: withTexts(paperTexts, () => import('#web/features/exam-papers/exam-print-screen.tsx')),
  TemplateExamView: withTexts(paperTexts, () => import('#web/features/exam-papers/template-view-screen.tsx')),
  TemplateExamEdit: withTexts(paperTexts, () => import('#web/features/exam-papers/template-edit-screen.tsx')),
  TemplateExamContest: withTexts(
    paperTexts,
    () => import('#web/features/exam-papers/template-contest-screen.tsx'),
  ),
  QuestionPreview: chunk(() => import('#web/features/question-preview/question-preview-screen.tsx')),
};

export function screenChunk(name: ScreenName): Chunk<ScreenModule> {
  return screenChunks[name];
}

/** The header, drawer and footer of every page except Login and a running exam, with their translations. */
export const mainLayoutChunk = chunk(async () => {
  const [{ MainLayout }] = await Promise.all([import('./shell/main-layout.tsx'), loadMainTexts()]);
  void loadTexts(screenErrorTexts).catch(() => undefined);
  return { MainLayout };
});
