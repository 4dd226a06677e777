import { isOf } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { sectionYearsInScope, seriesInScope } from './secretary-places.ts';
import type { Viewer } from './viewer.ts';

const inScope = (sql: Queryable, { assignments }: Viewer): Fragment => sql`
  (${seriesInScope(sql, assignments, 'p')} or p.id is null and ${sectionYearsInScope(sql, assignments, 'q', 'r')})`;

/**
 * The rows `r` of student import `i` that were not imported, with their series `p`, in the viewer's scope: refused, not
 * written, or waiting in a paused import. A row whose series is not recognised is of the secretaries of its whole
 * specialization `q`; without one it is of no secretary. A row whose person a later import wrote is settled; one that took
 * the address of somebody else is not.
 */
export const rowsNotImported = (sql: Queryable, viewer: Viewer): Fragment => sql`
  student_import_rows r left join students s on s.id = r.student_id
    left join series p on p.id = coalesce(r.series_id, s.series_id) left join sections q on q.id = r.section_id
   where r.import_id = i.id and ${isOf(viewer.actor, 'admin') ? sql`true` : inScope(sql, viewer)}
     and (r.state in ('refused', 'failed') or r.state = 'waiting' and i.state = 'paused')
     and (r.problems @> '[{"code": "addressOfAnother"}]' or not exists (
           select from students n join student_import_rows later on later.student_id = n.id
            where n.email = import_key(r.cells ->> 'email') and (p.id is null or n.series_id = p.id)
              and later.import_id > r.import_id and later.state = 'written'))`;

/** The student imports `i` of the last month that can have such rows. One that nobody has started counts when none of its rows can be imported. */
export const importsToLookAt = (sql: Queryable): Fragment => sql`
  i.kind = 'students' and i.made_at > now() - interval '30 days'
    and (i.state in ('writing', 'paused', 'done')
         or i.state = 'ready' and not exists (select from student_import_rows r where r.import_id = i.id and r.state = 'ready'))`;
