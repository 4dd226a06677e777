import { expect, it } from 'vitest';
import { type ScreenName, screens } from '#domain/access/screens.ts';
import { isNotYet, notYetScreens } from './not-yet.ts';

it('[NAV-1] lists exactly the screens that are not built yet', () => {
  expect([...notYetScreens].map((name) => screens[name].path).sort()).toEqual(['/$examContestId/resolve']);
});

it('[NAV-1] has built all other screens', () => {
  const built = (Object.keys(screens) as ScreenName[]).filter((name) => !isNotYet(name));
  expect(built.map((name) => screens[name].path)).toEqual([
    '/login',
    '/',
    '/dashboard',
    '/exam/$groupId',
    '/test',
    '/prepareExam',
    '/examResult',
    '/questionPreview',
    '/examSimulation',
    '/examAppointments',
    '/examsPreview',
    '/universityYears',
    '/faculties',
    '/examinare',
    '/sali',
    '/configuration',
    '/contestations',
    '/examContest/$examContestId',
    '/examContest/$examId/edit',
    '/secretars',
    '/students',
    '/customExams',
    '/appointments',
    '/teacherExams',
    '/studentsExams',
    '/exam-schedule',
    '/disciplineList',
    '/disciplineManage',
    '/question/$skip/$take/$pkCollege/$pkSection/$pkDiscipline/$year',
    '/new-question',
    '/$questionId/edit',
    '/recording/$fileName',
    '/imports',
    '/admin',
    '/adminExamPrint',
    '/templateExamView/$groupId/$sessionId',
    '/templateExamEdit/$groupId/$sessionId',
    '/templateExamContest/$groupId/$sessionId',
  ]);
});
