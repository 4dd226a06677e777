import type { LoginData, TokenClaims } from '#contract/auth.ts';

type ClaimsInTest = Partial<TokenClaims> & { readonly iat?: number };

/** A token nobody signed: the browser only reads it. */
export function tokenWith(claims: ClaimsInTest = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    sub: '7',
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 3600,
    Language: 'ro',
    Email: 'someone@exam.test',
    Year: 0,
    role: 'Studenti',
    dean: false,
    pkStudent: null,
    ...claims,
  };
  const encode = (part: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(part));
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  };
  return `${encode({ alg: 'none' })}.${encode(all)}.`;
}

/** What a successful login answers. */
export function loginData(claims: ClaimsInTest = {}, more: Partial<LoginData> = {}): LoginData {
  return {
    accessToken: tokenWith(claims),
    name: 'Ștefan Țurcanu',
    collegeName: null,
    sectionName: null,
    seriesName: null,
    groupeNumber: null,
    year: null,
    language: null,
    collegeDictionary: {},
    pkStudent: null,
    userStudentLoginInfos: [],
    setPasswordToken: null,
    ...more,
  };
}
