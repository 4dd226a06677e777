import { type Actor, type Audience, isOf } from './actor.ts';
import type { PlainScreen } from './addresses.ts';

const entries: ReadonlyArray<readonly [Audience, readonly PlainScreen[]]> = [
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
    ['DisciplineList', 'DisciplineManage', 'TeacherExams', 'StudentsExams', 'Contestations', 'Students'],
  ],
  ['dean', ['DisciplineList']],
];

/** The header entries of an actor, in the spec's order, without duplicates. */
export function headerEntries(actor: Actor | undefined, canSimulate: boolean): readonly PlainScreen[] {
  if (actor === undefined) return [];
  const brought = entries.filter(([audience]) => isOf(actor, audience)).flatMap(([, names]) => names);
  return [...new Set<PlainScreen>(['Dashboard', ...brought])].filter(
    (name) => name !== 'ExamSimulation' || canSimulate,
  );
}
