import type { LoginData } from '#contract/auth.ts';

/** The credentials a user typed. */
export type Credentials = { readonly email: string; readonly password: string };

export type LoginStep =
  | { readonly at: 'signIn'; readonly notice?: 'passwordSaved' }
  | { readonly at: 'forgot' }
  | { readonly at: 'forgotSent' }
  /** From a link, or right after a one-time password; in the second case the sign-in continues automatically. */
  | { readonly at: 'setPassword'; readonly token: string; readonly data?: LoginData }
  | { readonly at: 'college'; readonly data: LoginData };

/** The step after a correct password: a new password, the choice of a college, or none. */
export function stepAfterLogin(data: LoginData): LoginStep | 'signedIn' {
  if (data.setPasswordToken !== null) return { at: 'setPassword', token: data.setPasswordToken, data };
  return data.userStudentLoginInfos.length > 1 ? { at: 'college', data } : 'signedIn';
}
