import type { ContestationErrorCode } from '#domain/errors.ts';

/** The refusals of contestations; they come with their screens. */
export const contestationErrors = {
  'contestation.switchedOff': 'Contestations are not allowed at present.',
  'contestation.keyClosed':
    'Others can still get the same questions. Contestations of this exam open on {{opensAt}}.',
  'contestation.notOpenYet': 'The contestations of this session open on {{opensAt}}.',
  'contestation.closed': 'The contestations of this session closed on {{closedAt}}.',
  'contestation.daysOver': 'The time to contest this exam ended on {{closedAt}}.',
  'contestation.twice': 'Another contestation of the same type cannot be created for this exam.',
  'contestation.noQuestion': 'Choose at least one question.',
  'contestation.questionTwice': 'The question is chosen twice.',
  'contestation.explanationMissing': 'This needs an explanation.',
  'contestation.caseTwice': 'This question is already open as a case in this session.',
  'contestation.notServed': 'The question was not served in this session.',
  'contestation.adminsOnly': 'Only administrators resolve this contestation.',
  'contestation.notHolder': 'Only the holders of the discipline resolve this question.',
  'contestation.ended': 'The time to resolve contestations ended on {{endedAt}}. Ask an administrator.',
  'contestation.ownExam': 'You took this exam yourself; somebody else has to resolve it.',
  'contestation.relative': 'You marked this student as a relative; somebody else has to resolve it.',
  'contestation.resolved': 'The question is already resolved. Reopen the contestation to decide again.',
  'contestation.notResolved': 'Nothing has been decided in this contestation.',
  'contestation.settleMissing': 'Choose how the accepted question is settled.',
  'contestation.reach': 'The settlement cannot reach so far.',
  'contestation.answersMissing': 'Choose the answers of the question.',
  'contestation.noLateAnswer': 'There is no late answer to this question.',
} satisfies Record<ContestationErrorCode, string>;
