import { z } from 'zod';
import { roles } from '#domain/access/actor.ts';
import { minPasswordLength } from '#domain/access/password.ts';
import { emailPattern } from '#domain/people/email-address.ts';
import { defineCall } from './call.ts';
import { byId, givenId, languageChoice } from './common.ts';

export const emailAddress = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(254)
  .regex(emailPattern, 'validation.email')
  // The database cannot store it, and no real address contains it.
  .refine((text) => !text.includes('\u0000'), 'validation.email');
/** Long enough for any passphrase, short enough that hashing it cannot be used to stall the server. */
const password = z.string().min(1, 'validation.required').max(200);
const newPassword = z.string().min(minPasswordLength).max(200);

/** One enrolment of a student, as an option. */
const enrolment = z.strictObject({
  pkStudent: z.int(),
  collegeName: z.string(),
  sectionName: z.string(),
  seriesName: z.string(),
  year: z.int(),
});

/** The spec's login data. `collegeDictionary` maps each enrolment's college id to its name. */
export const loginData = z.strictObject({
  accessToken: z.string(),
  name: z.string(),
  collegeName: z.string().nullable(),
  sectionName: z.string().nullable(),
  seriesName: z.string().nullable(),
  groupeNumber: z.string().nullable(),
  year: z.int().nullable(),
  language: z.string().nullable(),
  collegeDictionary: z.record(z.string(), z.string()),
  pkStudent: z.int().nullable(),
  userStudentLoginInfos: z.array(enrolment),
  /** The browser stores this user's data by owner, encrypted with the key: 32 bytes, base64. */
  storageOwner: z.uuid(),
  storageKey: z.string(),
  /** Present after signing in with a one-time password, which is then used up; sets a new password. */
  setPasswordToken: z.string().nullable(),
});
export type LoginData = z.output<typeof loginData>;

/** The claims of the token, in the spec's spelling. */
export const tokenClaims = z.object({
  sub: z.string(),
  jti: z.uuid(),
  exp: z.number(),
  /** When it was issued, on the database's clock like the expiry: the difference is its lifetime. */
  iat: z.number(),
  Language: z.string(),
  Email: z.string(),
  Year: z.int(),
  role: z.union([z.enum(roles), z.array(z.enum(roles))]),
  /** On the dean's list. For the screens only; the server looks it up itself. */
  dean: z.boolean(),
  pkStudent: z.int().nullable(),
});
export type TokenClaims = z.output<typeof tokenClaims>;

export const login = defineCall({
  method: 'POST',
  path: 'login',
  summary: 'Sign in with an institutional e-mail address and a password',
  access: 'public',
  body: z.strictObject({
    email: emailAddress,
    password,
    pkStudent: givenId.optional(),
    /** From `auth.queued`: keeps the place of an earlier request with the same address and password. */
    ticket: z.string().max(200).optional(),
  }),
  response: loginData,
  workload: 'signIn',
  refusals: [
    'auth.wrongCredentials',
    'auth.throttled',
    'auth.queued',
    'auth.directoryDown',
    'auth.enrolmentUnknown',
  ],
});

export const logout = defineCall({
  method: 'POST',
  path: 'logout',
  summary: 'Sign out; the token stops working immediately',
  access: 'signedIn',
  whileSitting: 'always',
  workload: 'signIn',
  refusals: [],
});

export const renewToken = defineCall({
  method: 'POST',
  path: 'renewToken',
  summary: 'Renew the sign-in, or switch to another enrolment of the same student',
  access: 'signedIn',
  whileSitting: 'always',
  body: z.strictObject({ pkStudent: givenId.optional() }).nullish(),
  response: z.strictObject({ accessToken: z.string() }),
  workload: 'signIn',
  refusals: ['auth.enrolmentUnknown', 'auth.examRunning'],
});

export const profile = defineCall({
  method: 'GET',
  path: 'profile',
  summary: 'Get the login data of the signed-in user, without a new token',
  access: 'signedIn',
  whileSitting: 'always',
  response: loginData.omit({ accessToken: true, setPasswordToken: true }),
  workload: 'signIn',
  refusals: [],
});

export const saveLanguage = defineCall({
  method: 'PUT',
  path: 'profile/language',
  summary: 'Set the language of the signed-in user’s mails; with `unlessChosen` only if they never chose one',
  access: 'signedIn',
  whileSitting: 'always',
  body: z.strictObject({ language: languageChoice, unlessChosen: z.boolean().default(false) }),
  workload: 'signIn',
  refusals: ['request.tooMany'],
});

export const forgotPassword = defineCall({
  method: 'POST',
  path: 'forgotPassword',
  summary: 'Request a set-password link by e-mail; the response does not reveal whether the address exists',
  access: 'public',
  body: z.strictObject({ email: emailAddress }),
  // Nobody's sign-in waits for it.
  workload: 'office',
  refusals: [],
});

export const setPassword = defineCall({
  method: 'POST',
  path: 'setPassword',
  summary: 'Set a password with the token of a link or of a one-time password',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1, 'validation.required').max(200), password: newPassword }),
  workload: 'signIn',
  refusals: ['auth.linkInvalid', 'auth.throttled'],
});

export const oneTimePassword = defineCall({
  method: 'POST',
  path: 'users/:id/oneTimePassword',
  summary: 'Create a one-time password for a local account, to print for its owner',
  access: 'account.oneTimePassword',
  params: byId,
  response: z.strictObject({ email: z.string(), password: z.string() }),
  workload: 'signIn',
  refusals: ['auth.notLocal', 'auth.throttled', 'account.needsAdministrator', 'resource.notFound'],
});

export const canSimulate = defineCall({
  method: 'GET',
  path: 'canSimulate',
  summary: 'Check whether the student may simulate an exam now',
  access: 'signedIn',
  whileSitting: 'always',
  response: z.strictObject({ canSimulate: z.boolean() }),
  workload: 'exam',
  refusals: [],
});
