import type { FastifyRequest } from 'fastify';
import { type Actor, isDean, rolesOfProfile } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { rolesOf, sameRights, yearOf } from '#domain/sign-in/account-roles.ts';
import { type Account, accountColumns } from '#server/accounts/account.ts';
import { deanList } from '#server/accounts/dean-list.ts';
import { isLiveSignIn } from '#server/exams/conditions.ts';
import { officialSittingsOf } from '#server/exams/sitting.ts';
import type { Services } from '#server/services.ts';
import type { SignedIn } from './route.ts';

type SignInRow = Account & {
  readonly studentId: number | null;
  readonly enrolmentYear: number | null;
  readonly satGroups: readonly number[] | null;
  readonly satExams: readonly number[];
};

const bearerOf = (header: string | undefined) => /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];

/** The caller named by the token, for calls whose own statement checks that the sign-in is active. */
export async function authenticateByToken(
  { tokens }: Pick<Services, 'tokens'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<SignedIn> {
  const token = bearerOf(request.headers.authorization);
  const claims = token === undefined ? undefined : await tokens.verify(token);
  if (!claims) refuse('auth.expired');
  const actor: Actor = {
    userId: Number(claims.sub),
    email: claims.Email,
    roles: rolesOfProfile(claims.role),
    dean: claims.dean,
    year: claims.Year,
    studentId: claims.pkStudent ?? undefined,
  };
  return { actor, signInId: claims.jti, tokenEnds: claims.exp, sitting: undefined };
}

/**
 * Authenticates a request. The token only names the sign-in. Its state, the caller's rights and their current sitting
 * are read from the database on every request, so a sign-out, a role change or a disabled account takes effect
 * immediately on all processes.
 */
export async function authenticate(
  services: Services,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<SignedIn> {
  const {
    database: { sql },
    tokens,
  } = services;
  const token = bearerOf(request.headers.authorization);
  const claims = token === undefined ? undefined : await tokens.verify(token);
  if (!claims) refuse('auth.expired');

  const [row] = await sql<SignInRow[]>`
    select ${accountColumns(sql)}, e.id as "studentId", e.year as "enrolmentYear", now_sat.groups as "satGroups",
           array(select x.id from exams x where x.group_id = any(now_sat.groups)) as "satExams"
      from sign_ins i join users u on u.id = i.user_id
      cross join lateral (select ${officialSittingsOf(sql, sql`u.id`)} as groups) now_sat
      left join students e on e.id = i.student_id and e.email = u.email
      cross join (select ${claims.exp}::float8 as ends) token
     where i.id = ${claims.jti} and u.disabled_at is null and ${sql.unsafe(isLiveSignIn('i', 'token.ends'))}`;
  if (!row) refuse('auth.expired');

  const actor: Actor = {
    userId: row.id,
    email: row.email,
    roles: rolesOf(row),
    dean: isDean(row.email, await deanList(services)),
    year: yearOf(row, row.enrolmentYear ?? undefined),
    studentId: row.studentId ?? undefined,
  };
  const given = { roles: rolesOfProfile(claims.role), dean: claims.dean, year: claims.Year };
  if (!sameRights(given, actor)) refuse('auth.expired');
  const sitting = row.satGroups ? { groupIds: row.satGroups, examIds: row.satExams } : undefined;
  return { actor, signInId: claims.jti, tokenEnds: claims.exp, sitting };
}
