import type { LoginData, TokenClaims } from '#contract/auth.ts';

type ClaimsInTest = Partial<TokenClaims>;

/** An unsigned token: the browser only reads it. */
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

/** A successful login response. */
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
    storageOwner: `00000000-0000-4000-8000-${(claims.sub ?? '7').padStart(12, '0')}`,
    storageKey: btoa(String.fromCharCode(...new Uint8Array(32).fill(Number(claims.sub ?? 7)))),
    setPasswordToken: null,
    ...more,
  };
}
