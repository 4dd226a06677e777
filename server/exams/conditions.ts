import { graceSeconds } from '#domain/exam-taking/time.ts';

/*
 * Conditions that tagged statements share with the saving statement, which is plain text. They are made of names alone, never of
 * values.
 */

/** Whether an exam is one of an official sitting that its owner is in now. The grace belongs to it (SAFE-16). */
export const isSatNow = (exam: string) =>
  `${exam}.practice is null and ${exam}.started_at is not null and ${exam}.finished_at is null
   and ${exam}.deadline + interval '${graceSeconds} seconds' > now()`;

/** Whether a sign-in and the token that stands for it live, by the database's clock. */
export const isLiveSignIn = (signIn: string, tokenEnds: string) =>
  `${signIn}.revoked_at is null and ${signIn}.expires_at > now() and to_timestamp(${tokenEnds}) > now()`;
