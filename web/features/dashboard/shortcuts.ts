import { type Actor, isOf } from '#domain/access/actor.ts';
import { headerEntries } from '#domain/access/header.ts';
import { may } from '#domain/access/permissions.ts';
import { mayOpen, type ScreenName } from '#domain/access/screens.ts';

/** Screens without a header entry that are opened from the dashboard, most used first. */
const shortcuts = [
  'Contestations',
  'Test',
  'ExamSchedule',
  'StudentsExams',
  'NewQuestion',
  'Questions',
  'AdminExamPrint',
] as const satisfies readonly ScreenName[];

export type Shortcut = (typeof shortcuts)[number];

function isFor(actor: Actor, name: Shortcut): boolean {
  switch (name) {
    case 'AdminExamPrint':
    case 'ExamSchedule':
    case 'Questions':
    case 'StudentsExams':
      return mayOpen(actor, name, false);
    case 'Contestations':
      // Secretaries may open the screen, which has nothing for them.
      return isOf(actor, 'student') || may(actor, 'contestation.count');
    case 'NewQuestion':
      return isOf(actor, 'teacher');
    case 'Test':
      return isOf(actor, 'student');
  }
}

/** The shortcuts of an actor's dashboard (NAV-9). It does not repeat the header. */
export function dashboardShortcuts(actor: Actor): readonly Shortcut[] {
  const header: readonly ScreenName[] = headerEntries(actor, false);
  return shortcuts.filter((name) => isFor(actor, name) && !header.includes(name));
}
