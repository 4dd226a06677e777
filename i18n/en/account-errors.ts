import type { AccountErrorCode } from '#domain/errors.ts';

/** The refusals that only the administration and a student’s page show; they come with them. */
export const accountErrors = {
  'account.sitting':
    '{{name}} is taking an exam now. Disabling the account would end their sign-in in the middle of it.',
  'account.self': 'You cannot disable your own account. Another administrator can.',
  'account.disabled': 'The account is disabled. Enable it first.',
  'account.noLinkAddress': 'No link can be sent: the server was started without PUBLIC_URL.',
  'dayPassword.noDirectory': 'Students do not sign in through the directory, so they need no day passwords.',
  'dayPassword.past': 'This day is over.',
  'dayPassword.nobody': 'Nobody is expected there.',
  'privacy.notConfirmed': 'The address you typed is not the address of this account.',
  'privacy.erased': 'This person has already been erased.',
  'privacy.self': 'You cannot erase yourself. Another administrator can.',
  'privacy.staff': '{{name}} works here. Remove the roles first: administrator, teacher, secretary.',
  'privacy.sitting': '{{name}} is taking an exam now.',
  'privacy.booked': '{{name}} has an appointment that is not over. Cancel it first.',
  'privacy.kept': 'The results of this person must stay connected with them until {{day}}.',
} satisfies Record<AccountErrorCode, string>;
