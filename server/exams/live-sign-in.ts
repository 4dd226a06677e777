import type { Fragment, Queryable } from '#server/db/database.ts';

/** What a token says of its sign-in. */
export type TokenSignIn = {
  readonly userId: number;
  readonly signInId: string;
  /** When the token ends, in seconds since 1970. */
  readonly tokenEnds: number;
};

/** Whether a sign-in and the token that stands for it live, by the database's clock; the saving statement asks the same. */
export const isLive = (sql: Queryable, { userId, signInId, tokenEnds }: TokenSignIn): Fragment => sql`
  exists (select from sign_ins i where i.id = ${signInId} and i.user_id = ${userId}
             and i.revoked_at is null and i.expires_at > now() and to_timestamp(${tokenEnds}::float8) > now())`;
