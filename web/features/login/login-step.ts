import type { LoginData } from '#contract/auth.ts';

/** What a person typed to sign in. */
export type Credentials = { readonly email: string; readonly password: string };

/** Where somebody stands on the way in. */
export type LoginStep =
  | { readonly at: 'signIn'; readonly notice?: 'passwordSaved' }
  | { readonly at: 'forgot' }
  | { readonly at: 'forgotSent' }
  /** From a link, or right after a one-time password; then the sign-in is open already and goes on by itself. */
  | { readonly at: 'setPassword'; readonly token: string; readonly data?: LoginData }
  | { readonly at: 'college'; readonly data: LoginData };

/** What follows a right password: a new password, the choice of a college, or nothing. */
export function stepAfterLogin(data: LoginData): LoginStep | 'signedIn' {
  if (data.setPasswordToken !== null) return { at: 'setPassword', token: data.setPasswordToken, data };
  return data.userStudentLoginInfos.length > 1 ? { at: 'college', data } : 'signedIn';
}
