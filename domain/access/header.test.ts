import { expect, it } from 'vitest';
import { people, someone } from '#domain/testing/people.ts';
import { currentEntry, entryAddress, headerEntries } from './header.ts';
import { mayOpen, screens } from './screens.ts';

const paths = (...[actor, canSimulate]: Parameters<typeof headerEntries>) =>
  headerEntries(actor, canSimulate).map((name) => screens[name].path);

it('[SHELL-2] a student who may simulate', () => {
  expect(paths(people.student, true)).toEqual([
    '/dashboard',
    '/examSimulation',
    '/examAppointments',
    '/examsPreview',
  ]);
});

it('[SHELL-2] a student who may not simulate has no entry for it', () => {
  expect(paths(people.student, false)).toEqual(['/dashboard', '/examAppointments', '/examsPreview']);
});

it('[SHELL-2] an admin', () => {
  expect(paths(people.admin, false)).toEqual([
    '/dashboard',
    '/admin',
    '/students',
    '/sali',
    '/examinare',
    '/universityYears',
    '/faculties',
    '/secretars',
    '/configuration',
    '/imports',
    '/disciplineList',
    '/disciplineManage',
    '/customExams',
    '/appointments',
  ]);
});

const ofSecretaries = [
  '/dashboard',
  '/students',
  '/disciplineList',
  '/disciplineManage',
  '/customExams',
  '/appointments',
];

it('[SHELL-2] a secretary', () => {
  expect(paths(people.secretary, false)).toEqual(ofSecretaries);
});

it('[SHELL-2] a general secretary also manages secretaries', () => {
  expect(paths(people.generalSecretary, false)).toEqual([...ofSecretaries, '/secretars']);
});

const ofTeachers = [
  '/dashboard',
  '/disciplineList',
  '/disciplineManage',
  '/teacherExams',
  '/studentsExams',
  '/contestations',
  '/students',
  screens.Questions.path,
];

it('[SHELL-2] a teacher', () => {
  expect(paths(people.teacher, false)).toEqual(ofTeachers);
});

it("[ROLE-10] the dean's office adds exam structure to the account's entries once", () => {
  expect(paths(people.dean, false)).toEqual(ofTeachers);
  expect(paths(someone(['Studenti'], { dean: true }), false)).toEqual([
    '/dashboard',
    '/examAppointments',
    '/examsPreview',
    '/disciplineList',
  ]);
});

it('[SHELL-2] several roles show their entries in order, each once', () => {
  expect(paths(someone(['Admin', 'Profesori']), false)).toEqual([
    ...paths(people.admin, false),
    '/teacherExams',
    '/studentsExams',
    '/contestations',
    screens.Questions.path,
  ]);
});

it('[SHELL-2] the questions entry opens the whole list', () => {
  expect(entryAddress('Questions')).toBe('/question/0/50/0/0/0/0');
  expect(entryAddress('Students')).toBe('/students');
});

it('[SHELL-2] is empty without a sign-in', () => {
  expect(paths(undefined, true)).toEqual([]);
});

it.each(Object.entries(people))('[NAV-8] every entry of the %s opens a screen they may open', (_, actor) => {
  const closed = headerEntries(actor, true).filter((name) => !mayOpen(actor, name, true));
  expect(closed).toEqual([]);
});

it.each([
  ['a screen with an entry of its own', people.admin, 'Appointments', 'Appointments'],
  ['the start page', people.admin, 'Home', 'Dashboard'],
  ['the schedule, of the appointments', people.admin, 'ExamSchedule', 'Appointments'],
  ['the schedule, opened from the dashboard', people.teacher, 'ExamSchedule', 'Dashboard'],
  ['booking for a student', people.admin, 'ExamAppointments', 'Appointments'],
  ['the editor, of the questions', people.teacher, 'EditQuestion', 'Questions'],
  ['the editor, without that entry', people.admin, 'EditQuestion', 'DisciplineList'],
  ['the desk', people.teacher, 'ResolveContest', 'Contestations'],
  ['contestations of a student', people.student, 'Contestations', 'ExamsPreview'],
  ['results for an admin', people.admin, 'StudentsExams', 'Dashboard'],
] as const)('marks the entry of %s', (_which, actor, screen, entry) => {
  expect(currentEntry(screen, headerEntries(actor, false))).toBe(entry);
});
