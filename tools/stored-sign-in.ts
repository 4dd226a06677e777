import type { LoginData } from '#contract/auth.ts';

/** A sign-in as a tab stores it, for tests and benchmarks that do not go through Login. */
export const storedSignIn = ({
  accessToken,
  setPasswordToken: _,
  ...profile
}: LoginData): Readonly<Record<string, string>> => ({
  authenticated: 'true',
  userId: '0',
  authorization: accessToken,
  tokenReceivedAt: String(Date.now()),
  profile: JSON.stringify(profile),
  lastPerson: profile.storageOwner,
});
