import type { Fragment, Queryable } from '#server/db/database.ts';
import { isLiveSignIn } from './conditions.ts';

/** The claims that identify a sign-in. */
export type TokenSignIn = {
  readonly userId: number;
  readonly signInId: string;
  /** When the token expires, in seconds since 1970. */
  readonly tokenEnds: number;
};

/** Whether an account's sign-in and its token are valid. */
export const isLive = (sql: Queryable, { userId, signInId, tokenEnds }: TokenSignIn): Fragment => sql`
  exists (select from sign_ins i, (select ${tokenEnds}::float8 as ends) token
           where i.id = ${signInId} and i.user_id = ${userId} and ${sql.unsafe(isLiveSignIn('i', 'token.ends'))})`;
