import { deanList } from '#server/accounts/dean-list.ts';
import type { Services } from '#server/services.ts';

/** A person without a role whose results no longer have to stay connected with them. */
export type Overdue = { readonly id: number; readonly last: string };

/** How many are read at once. */
const page = 500;

/**
 * People who could be erased, oldest account first: neither staff nor erased, with the account, the last exam and the last appointment
 * longer ago than results must stay connected. The university decides about each.
 */
export async function* overduePersons(
  services: Pick<Services, 'database' | 'settings' | 'process'>,
): AsyncGenerator<Overdue> {
  const { sql } = services.database;
  const { identityRetentionDays: days } = await services.settings.current();
  const deans = await deanList(services);
  let after = 0;
  for (;;) {
    const rows = await sql<Overdue[]>`
      select u.id, to_char(l.last, 'YYYY-MM-DD') as last
        from users u cross join lateral (select greatest(u.created_at,
               (select max(e.finished_at) from exams e where e.user_id = u.id),
               (select max(a.ends_at) from appointments a join students s on s.id = a.student_id where s.user_id = u.id),
               (select max(x.contest_resolve_end_date) from exam_groups g join exam_sessions x on x.id = g.exam_session_id
                 where g.user_id = u.id and g.kind = 'official')) as last) l
       where u.id > ${after} and u.erased_at is null and u.left_for is null and not u.is_admin and not u.is_teacher
         and lower(u.email::text) <> all(${deans}::text[])
         and not exists (select from discipline_teachers t where t.email = u.email)
         and not exists (select from secretaries c where c.email = u.email)
         and not exists (select from exams e where e.user_id = u.id and e.started_at is not null and e.finished_at is null)
         and l.last < now() - make_interval(days => ${days})
       order by u.id limit ${page}`;
    yield* rows;
    if (rows.length < page) return;
    after = rows.at(-1)?.id ?? after;
  }
}
