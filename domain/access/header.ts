import { type Actor, type Audience, isOf } from './actor.ts';
import { type Address, addressOf, bankAddress, type PlainScreen } from './addresses.ts';

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

/** The link of an entry; the list of questions starts without filters. */
export const entryAddress = (name: HeaderEntry): Address =>
  name === 'Questions' ? bankAddress() : addressOf(name);
