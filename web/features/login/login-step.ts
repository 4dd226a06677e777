import type { LoginData } from '#contract/auth.ts';

/** What a person typed to sign in; kept only while a choice or a new password is still missing. */
export type Credentials = { readonly email: string; readonly password: string };

/** Where somebody stands on the way in. */
export type LoginStep =
  | { readonly at: 'signIn'; readonly notice?: 'passwordSaved' }
  | { readonly at: 'forgot' }
  | { readonly at: 'forgotSent' }
  /** From a link, or right after a one-time password; then the address is known and signing in goes on by itself. */
  | { readonly at: 'setPassword'; readonly token: string; readonly email?: string }
  | { readonly at: 'college'; readonly data: LoginData; readonly credentials: Credentials };

/** What follows a right password: a new password, the choice of a college, or nothing. */
export function stepAfterLogin(data: LoginData, credentials: Credentials): LoginStep | 'signedIn' {
  if (data.setPasswordToken !== null) {
    return { at: 'setPassword', token: data.setPasswordToken, email: credentials.email };
  }
  return data.userStudentLoginInfos.length > 1 ? { at: 'college', data, credentials } : 'signedIn';
}
