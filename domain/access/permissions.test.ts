import { describe, expect, it } from 'vitest';
import { type Person, people } from '#domain/testing/people.ts';
import { may, type Permission, permissions } from './permissions.ts';

/** The expected permissions, written independently of the table under test. */
const expected: Record<Permission, readonly Person[]> = {
  'year.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'year.manage': ['admin'],
  'faculty.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'faculty.manage': ['admin'],
  'room.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'room.manage': ['admin'],
  'session.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'session.manage': ['admin'],
  'student.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'student.manage': ['admin', 'secretary', 'generalSecretary'],
  'secretary.read': ['admin', 'generalSecretary'],
  'secretary.manage': ['admin', 'generalSecretary'],
  'account.oneTimePassword': ['admin', 'secretary', 'generalSecretary'],
  'account.change': ['admin', 'secretary', 'generalSecretary'],
  'account.manage': ['admin'],
  'administration.manage': ['admin'],
  'teacher.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'teacher.manage': ['admin'],
  'discipline.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'discipline.manage': ['admin', 'secretary', 'generalSecretary'],
  'chapter.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'chapter.manage': ['admin', 'dean', 'teacher'],
  'question.read': ['admin', 'dean', 'teacher'],
  'question.write': ['admin', 'dean', 'teacher'],
  'question.import': ['admin', 'dean', 'teacher'],
  'student.import': ['admin'],
  'structure.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'structure.manage': ['admin', 'dean', 'teacher'],
  'customExam.read': ['admin', 'secretary', 'generalSecretary', 'student'],
  'customExam.manage': ['admin', 'secretary', 'generalSecretary'],
  'exam.try': ['admin', 'dean', 'teacher'],
  'settings.manage': ['admin'],
  'template.manage': ['admin'],
  'exam.print': ['admin'],
  'exam.watch': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'exam.end': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'exam.creditTime': ['admin', 'generalSecretary', 'secretary'],
  'exam.reopen': ['admin'],
  'sitting.annul': ['admin', 'secretary', 'generalSecretary'],
  'paper.discard': ['admin'],
  'paper.enterLate': ['admin'],
  'paper.enter': ['admin', 'secretary', 'generalSecretary'],
  'result.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
  'gradeBook.export': ['admin', 'secretary', 'generalSecretary'],
  'statistics.read': ['admin', 'dean', 'teacher'],
  'contestation.resolve': ['admin', 'dean', 'teacher'],
  'contestation.count': ['admin', 'dean', 'teacher'],
  'score.check': ['admin'],
  'scoring.correct': ['admin'],
  'appointment.book': ['admin', 'secretary', 'generalSecretary', 'student'],
  'appointment.manage': ['admin', 'secretary', 'generalSecretary'],
  'schedule.read': ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary'],
};

const everybody = Object.keys(people) as Person[];

describe.each(Object.keys(permissions) as Permission[])('%s', (permission) => {
  it.each(everybody)('[ROLE-11] is granted to the %s exactly when the rules say so', (person) => {
    expect(may(people[person], permission)).toBe(expected[permission].includes(person));
  });

  it('[ROLE-4] is denied without a sign-in', () => {
    expect(may(undefined, permission)).toBe(false);
  });
});
