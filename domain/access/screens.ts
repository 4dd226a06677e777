import { type Actor, type Audience, isOfAny } from './actor.ts';

/** Who may open a screen: everyone, every signed-in user, or the named audiences. Administrators are named like every other audience. */
type Access = 'public' | 'signedIn' | readonly Audience[];

const office = ['admin', 'secretary'] as const;

/** Every path of the product and who may open it (NAV-1, NAV-8). */
export const screens = {
  Login: { path: '/login', access: 'public' },
  Home: { path: '/', access: 'signedIn' },
  Dashboard: { path: '/dashboard', access: 'signedIn' },
  Exam: { path: '/exam/$groupId', access: 'signedIn' },
  Test: { path: '/test', access: 'signedIn' },
  PrepareExam: { path: '/prepareExam', access: 'signedIn' },
  ExamResult: { path: '/examResult', access: 'signedIn' },
  QuestionPreview: { path: '/questionPreview', access: 'signedIn' },
  ExamSimulation: { path: '/examSimulation', access: ['student'] },
  ExamAppointments: { path: '/examAppointments', access: ['student', ...office] },
  ExamsPreview: { path: '/examsPreview', access: 'signedIn' },
  UniversityYears: { path: '/universityYears', access: 'signedIn' },
  Faculties: { path: '/faculties', access: 'signedIn' },
  Examinare: { path: '/examinare', access: 'signedIn' },
  Rooms: { path: '/sali', access: 'signedIn' },
  Configuration: { path: '/configuration', access: 'signedIn' },
  Contestations: { path: '/contestations', access: 'signedIn' },
  ExamContest: { path: '/examContest/$examContestId', access: 'signedIn' },
  ExamContestEdit: { path: '/examContest/$examId/edit', access: 'signedIn' },
  Secretaries: { path: '/secretars', access: ['admin', 'generalSecretary'] },
  Students: { path: '/students', access: [...office, 'teacher'] },
  CustomExams: { path: '/customExams', access: office },
  Appointments: { path: '/appointments', access: office },
  TeacherExams: { path: '/teacherExams', access: ['admin', 'teacher'] },
  StudentsExams: { path: '/studentsExams', access: [...office, 'teacher', 'dean'] },
  ExamSchedule: { path: '/exam-schedule', access: [...office, 'teacher', 'dean'] },
  DisciplineList: { path: '/disciplineList', access: [...office, 'teacher', 'dean'] },
  DisciplineManage: { path: '/disciplineManage', access: [...office, 'teacher', 'dean'] },
  Questions: {
    path: '/question/$skip/$take/$pkCollege/$pkSection/$pkDiscipline/$year',
    access: ['admin', 'teacher'],
  },
  NewQuestion: { path: '/new-question', access: ['admin', 'teacher'] },
  EditQuestion: { path: '/$questionId/edit', access: ['admin', 'teacher'] },
  ResolveContest: { path: '/$examContestId/resolve', access: ['admin', 'teacher'] },
  Recording: { path: '/recording/$fileName', access: [...office, 'teacher'] },
  Imports: { path: '/imports', access: ['admin'] },
  Admin: { path: '/admin', access: ['admin'] },
  AdminExamPrint: { path: '/adminExamPrint', access: ['admin'] },
  TemplateExamView: { path: '/templateExamView/$groupId/$sessionId', access: ['admin'] },
  TemplateExamEdit: { path: '/templateExamEdit/$groupId/$sessionId', access: ['admin'] },
  TemplateExamContest: { path: '/templateExamContest/$groupId/$sessionId', access: ['admin'] },
} as const satisfies Record<string, { path: string; access: Access }>;

/** The path prefix of every sitting. */
export const examAddress = screens.Exam.path.replace('$groupId', '');

export type ScreenName = keyof typeof screens;

/** Whether the actor may open a screen; simulation also requires that the server allows it now. */
export function mayOpen(actor: Actor | undefined, name: ScreenName, canSimulate: boolean): boolean {
  const access: Access = screens[name].access;
  if (access === 'public') return true;
  if (actor === undefined) return false;
  if (name === 'ExamSimulation' && !canSimulate) return false;
  return access === 'signedIn' || isOfAny(actor, access);
}

const screenNames = Object.keys(screens) as ScreenName[];

/** The screen that matches an address, case-insensitively, or undefined. */
export function screenAt(pathname: string): ScreenName | undefined {
  const parts = pathname.toLowerCase().split('/').filter(Boolean);
  const matching = screenNames.filter((name) => {
    const pattern = screens[name].path.toLowerCase().split('/').filter(Boolean);
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith('$') || part === parts[at])
    );
  });
  const dynamic = (name: ScreenName) => screens[name].path.split('$').length;
  return matching.sort((one, other) => dynamic(one) - dynamic(other))[0];
}
