import { type Actor, type Audience, isOf } from './actor.ts';
import { type Address, addressOf, bankAddress, type PlainScreen } from './addresses.ts';
import type { ScreenName } from './screens.ts';

/** A screen the header may link to. */
export type HeaderEntry = PlainScreen | 'Questions';

const entries: ReadonlyArray<readonly [Audience, readonly HeaderEntry[]]> = [
  ['student', ['ExamSimulation', 'ExamAppointments', 'ExamsPreview']],
  [
    'admin',
    [
      'Admin',
      'Students',
      'Rooms',
      'Examinare',
      'UniversityYears',
      'Faculties',
      'Secretaries',
      'Configuration',
      'Imports',
      'DisciplineList',
      'DisciplineManage',
      'CustomExams',
      'Appointments',
    ],
  ],
  ['secretary', ['Students', 'DisciplineList', 'DisciplineManage', 'CustomExams', 'Appointments']],
  ['generalSecretary', ['Secretaries']],
  [
    'teacher',
    [
      'DisciplineList',
      'DisciplineManage',
      'TeacherExams',
      'StudentsExams',
      'Contestations',
      'Students',
      'Questions',
    ],
  ],
  ['dean', ['DisciplineList']],
];

/** The header entries of an actor, in the spec's order, without duplicates. */
export function headerEntries(actor: Actor | undefined, canSimulate: boolean): readonly HeaderEntry[] {
  if (actor === undefined) return [];
  const ownEntries = entries.filter(([audience]) => isOf(actor, audience)).flatMap(([, names]) => names);
  return [...new Set<HeaderEntry>(['Dashboard', ...ownEntries])].filter(
    (name) => name !== 'ExamSimulation' || canSimulate,
  );
}

/** Where screens without an entry of their own belong: the first of these entries that the role has. */
const parents: Partial<Record<ScreenName, readonly HeaderEntry[]>> = {
  Home: ['Dashboard'],
  ExamAppointments: ['Appointments'],
  ExamSchedule: ['Appointments', 'Dashboard'],
  Questions: ['DisciplineList'],
  NewQuestion: ['Questions', 'DisciplineList'],
  EditQuestion: ['Questions', 'DisciplineList'],
  Contestations: ['ExamsPreview', 'Dashboard'],
  ExamContest: ['Contestations', 'ExamsPreview', 'Dashboard'],
  ExamContestEdit: ['Contestations', 'ExamsPreview', 'Dashboard'],
  ResolveContest: ['Contestations', 'Dashboard'],
  StudentsExams: ['Dashboard'],
  Recording: ['StudentsExams', 'Dashboard'],
};

/** The entry to mark while a screen is open: its own, or the one it belongs to. */
export function currentEntry(
  screen: ScreenName | 'PageNotFound' | undefined,
  shown: readonly HeaderEntry[],
): HeaderEntry | undefined {
  if (screen === undefined || screen === 'PageNotFound') return undefined;
  return shown.find((name) => name === screen) ?? parents[screen]?.find((name) => shown.includes(name));
}

/** The link of an entry; the list of questions starts without filters. */
export const entryAddress = (name: HeaderEntry): Address =>
  name === 'Questions' ? bankAddress() : addressOf(name);
