import { describe, expect, it } from 'vitest';
import { type Person, people } from '#domain/testing/people.ts';
import { mayOpen, type ScreenName, screens } from './screens.ts';

type Openers = 'everybody' | 'signedIn' | readonly Person[];

const secretaries = ['secretary', 'generalSecretary'] as const;
const teachers = ['teacher', 'dean'] as const;
const admins = ['admin'] as const;

/** Each path and its audience, written independently of the table under test. */
const expected: Record<string, Openers> = {
  '/login': 'everybody',
  '/': 'signedIn',
  '/dashboard': 'signedIn',
  '/exam/$groupId': 'signedIn',
  '/test': 'signedIn',
  '/prepareExam': 'signedIn',
  '/examResult': 'signedIn',
  '/questionPreview': 'signedIn',
  '/examSimulation': ['student'],
  '/examAppointments': ['student', ...secretaries, ...admins],
  '/examsPreview': 'signedIn',
  '/universityYears': 'signedIn',
  '/faculties': 'signedIn',
  '/examinare': 'signedIn',
  '/sali': 'signedIn',
  '/configuration': 'signedIn',
  '/contestations': 'signedIn',
  '/examContest/$examContestId': 'signedIn',
  '/examContest/$examId/edit': 'signedIn',
  '/secretars': ['generalSecretary', ...admins],
  '/students': [...secretaries, ...teachers, ...admins],
  '/customExams': [...secretaries, ...admins],
  '/appointments': [...secretaries, ...admins],
  '/teacherExams': [...teachers, ...admins],
  '/studentsExams': [...teachers, ...secretaries, ...admins],
  '/exam-schedule': [...teachers, ...secretaries, ...admins],
  '/disciplineList': [...teachers, ...secretaries, ...admins],
  '/disciplineManage': [...teachers, ...secretaries, ...admins],
  '/question/$skip/$take/$pkCollege/$pkSection/$pkDiscipline/$year': [...teachers, ...admins],
  '/new-question': [...teachers, ...admins],
  '/$questionId/edit': [...teachers, ...admins],
  '/$examContestId/resolve': [...teachers, ...admins],
  '/recording/$fileName': [...teachers, ...secretaries, ...admins],
  '/imports': admins,
  '/admin': admins,
  '/adminExamPrint': admins,
  '/templateExamView/$groupId/$sessionId': admins,
  '/templateExamEdit/$groupId/$sessionId': admins,
  '/templateExamContest/$groupId/$sessionId': admins,
};

const names = Object.keys(screens) as ScreenName[];
const everybody = Object.keys(people) as Person[];
const nameOf = (path: string) => names.find((name) => screens[name].path === path);

it('[NAV-1] the product has exactly the paths of the route table, with their names', () => {
  expect(names.map((name) => screens[name].path).sort()).toEqual(Object.keys(expected).sort());
  expect(screens).toMatchObject({
    Login: { path: '/login' },
    Dashboard: { path: '/dashboard' },
    Exam: { path: '/exam/$groupId' },
    PrepareExam: { path: '/prepareExam' },
    AdminExamPrint: { path: '/adminExamPrint' },
  });
});

it('[NAV-7] the two contest screens: the form by exam, the view by contestation', () => {
  expect(screens.ExamContestEdit.path).toBe('/examContest/$examId/edit');
  expect(screens.ExamContest.path).toBe('/examContest/$examContestId');
});

describe.each(Object.entries(expected))('%s', (path, openers) => {
  const name = nameOf(path);
  if (name === undefined) throw new Error(`no screen at ${path}`);

  it.each(everybody)('[NAV-8] opens for the %s exactly when the rules say so', (person) => {
    const isExpected = typeof openers === 'string' || openers.includes(person);
    expect(mayOpen(people[person], name, true)).toBe(isExpected);
  });

  it('[ROLE-4] does not open without a sign-in, unless it is public', () => {
    expect(mayOpen(undefined, name, true)).toBe(openers === 'everybody');
  });
});

it('[NAV-8] simulation opens for a student only while the server allows it', () => {
  expect(mayOpen(people.student, 'ExamSimulation', true)).toBe(true);
  expect(mayOpen(people.student, 'ExamSimulation', false)).toBe(false);
});

it("[ROLE-10] the dean's office opens exam structure, disciplines, students' exams and the schedule with any role", () => {
  const dean = { ...people.student, dean: true };
  const opened = names.filter((name) => mayOpen(dean, name, false) && !mayOpen(people.student, name, false));
  expect(opened.sort()).toEqual(['DisciplineList', 'DisciplineManage', 'ExamSchedule', 'StudentsExams']);
});
