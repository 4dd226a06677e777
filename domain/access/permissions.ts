import { type Actor, type Audience, isOfAny } from './actor.ts';

/** The permissions that calls require, by audience; screens have their own table in `screens.ts`. Scopes narrow the rows further. */
export const permissions = {
  'year.read': ['admin', 'dean', 'teacher', 'secretary'],
  'year.manage': ['admin'],
  'faculty.read': ['admin', 'dean', 'teacher', 'secretary'],
  'faculty.manage': ['admin'],
  'room.read': ['admin', 'dean', 'teacher', 'secretary'],
  'room.manage': ['admin'],
  'session.read': ['admin', 'dean', 'teacher', 'secretary'],
  'session.manage': ['admin'],
  'student.read': ['admin', 'teacher', 'secretary'],
  'student.manage': ['admin', 'secretary'],
  'secretary.read': ['admin', 'generalSecretary'],
  'secretary.manage': ['admin', 'generalSecretary'],
  'account.oneTimePassword': ['admin', 'secretary'],
  'account.change': ['admin', 'secretary'],
  'account.manage': ['admin'],
  'administration.manage': ['admin'],
  'teacher.read': ['admin', 'dean', 'teacher', 'secretary'],
  'teacher.manage': ['admin'],
  'discipline.read': ['admin', 'dean', 'teacher', 'secretary'],
  'discipline.manage': ['admin', 'secretary'],
  'chapter.read': ['admin', 'dean', 'teacher', 'secretary'],
  'chapter.manage': ['admin', 'teacher'],
  'question.read': ['admin', 'teacher'],
  'question.write': ['admin', 'teacher'],
  'question.import': ['admin', 'teacher'],
  'student.import': ['admin'],
  'structure.read': ['admin', 'dean', 'teacher', 'secretary'],
  'structure.manage': ['admin', 'dean', 'teacher'],
  'customExam.read': ['admin', 'secretary', 'student'],
  'customExam.manage': ['admin', 'secretary'],
  'exam.try': ['admin', 'teacher'],
  'settings.manage': ['admin'],
  'template.manage': ['admin'],
  'exam.print': ['admin'],
  'exam.watch': ['admin', 'teacher', 'secretary'],
  'exam.end': ['admin', 'teacher', 'secretary'],
  'exam.creditTime': ['admin', 'secretary'],
  'exam.reopen': ['admin'],
  'sitting.annul': ['admin', 'secretary'],
  'paper.discard': ['admin'],
  'paper.enter': ['admin', 'secretary'],
  'paper.enterLate': ['admin'],
  'result.read': ['admin', 'dean', 'teacher', 'secretary'],
  'gradeBook.export': ['admin', 'secretary'],
  'statistics.read': ['admin', 'teacher'],
  'contestation.resolve': ['admin', 'teacher'],
  'contestation.count': ['admin', 'dean', 'teacher'],
  'score.check': ['admin'],
  'scoring.correct': ['admin'],
  'appointment.book': ['admin', 'secretary', 'student'],
  'appointment.manage': ['admin', 'secretary'],
  'schedule.read': ['admin', 'dean', 'teacher', 'secretary'],
} as const satisfies Record<string, readonly Audience[]>;

export type Permission = keyof typeof permissions;

/** Whether the actor has a permission; false without a sign-in. */
export function may(actor: Actor | undefined, permission: Permission): boolean {
  return isOfAny(actor, permissions[permission]);
}
