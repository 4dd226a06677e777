import { createHmac, randomBytes, webcrypto } from 'node:crypto';
import { compactVerify, SignJWT } from 'jose';
import { type TokenClaims, tokenClaims } from '#contract/auth.ts';
import { type Database, systemAuthor } from '#server/db/database.ts';

export type Tokens = {
  issue(claims: TokenClaims): Promise<string>;
  /**
   * The claims of a token signed by this product; undefined otherwise. The database decides whether it has expired,
   * since the clock of this process may be wrong.
   */
  verify(token: string): Promise<TokenClaims | undefined>;
  /** A signature that only this product can create; signatures for different purposes are not interchangeable. */
  seal(use: string, text: string): string;
};

const algorithm = 'HS256';
/** More than the number of concurrent exams: verifying a signature costs as much as saving an answer. */
const remembered = 20_000;

/** The signing key stored in the database, created by the first process. */
async function storedSecret(database: Database): Promise<string> {
  const [stored] = await database.sql<
    { value: string }[]
  >`select value from secrets where name = 'tokenSecret'`;
  if (stored) return stored.value;
  return database.transaction(systemAuthor, async (tx) => {
    await tx`insert into secrets (name, value) values ('tokenSecret', ${randomBytes(48).toString('base64url')})
             on conflict (name) do nothing`;
    const [row] = await tx<{ value: string }[]>`select value from secrets where name = 'tokenSecret'`;
    if (!row) throw new Error('the key that signs tokens could not be stored');
    return row.value;
  });
}

/**
 * Signs and verifies tokens with a single algorithm; caches tokens it has signed or verified, since they are sent
 * repeatedly.
 */
export async function openTokens(database: Database, secret: string | undefined): Promise<Tokens> {
  const key = new TextEncoder().encode(secret ?? (await storedSecret(database)));
  // Imported once: from bytes, each signature would import it again.
  const signing = await webcrypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  const known = new Map<string, TokenClaims>();

  const remember = (token: string, claims: TokenClaims) => {
    if (known.size >= remembered)
      for (const oldest of [...known.keys()].slice(0, remembered / 2)) known.delete(oldest);
    known.set(token, claims);
  };
  const check = async (token: string): Promise<TokenClaims | undefined> => {
    try {
      const { payload } = await compactVerify(token, signing, { algorithms: [algorithm] });
      const claims = tokenClaims.safeParse(JSON.parse(new TextDecoder().decode(payload)));
      return claims.success ? claims.data : undefined;
    } catch {
      return undefined;
    }
  };

  return {
    seal: (use, text) => createHmac('sha256', key).update(`${use}\n${text}`).digest('base64url'),
    issue: async (claims) => {
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .sign(signing);
      remember(token, claims);
      return token;
    },
    verify: async (token) => {
      const found = known.get(token);
      if (found) return found;
      const claims = await check(token);
      if (claims) remember(token, claims);
      return claims;
    },
  };
}
