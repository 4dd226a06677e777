import { type Actor, isOf } from '#domain/access/actor.ts';
import { headerEntries } from '#domain/access/header.ts';
import { mayOpen, type ScreenName } from '#domain/access/screens.ts';

/** All possible entrances of the dashboard, most used first. */
const entrances = [
  'ExamAppointments',
  'ExamSimulation',
  'ExamsPreview',
  'Contestations',
  'Test',
  'Admin',
  'Students',
  'Appointments',
  'ExamSchedule',
  'CustomExams',
  'AdminExamPrint',
  'TeacherExams',
  'StudentsExams',
  'Questions',
  'NewQuestion',
  'DisciplineList',
  'DisciplineManage',
  'Rooms',
  'Examinare',
  'UniversityYears',
  'Faculties',
  'Secretaries',
  'Imports',
  'Configuration',
] as const satisfies readonly ScreenName[];

export type Entrance = (typeof entrances)[number];

/** Screens without a header entry that are opened from the dashboard, and their audiences (NAV-9). */
function isFurther(actor: Actor, name: ScreenName): boolean {
  switch (name) {
    case 'AdminExamPrint':
    case 'ExamSchedule':
    case 'Questions':
      return mayOpen(actor, name, false);
    case 'NewQuestion':
      return isOf(actor, 'teacher');
    case 'Test':
    case 'Contestations':
      return isOf(actor, 'student');
    default:
      return false;
  }
}

/** The entrances of an actor's dashboard: the header's entries and those without one. */
export function dashboardEntrances(actor: Actor, canSimulate: boolean): readonly Entrance[] {
  const header: readonly ScreenName[] = headerEntries(actor, canSimulate);
  return entrances.filter((name) => header.includes(name) || isFurther(actor, name));
}
