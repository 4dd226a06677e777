import { maxRows, type StudentPage } from '#contract/student-page.ts';
import { mayOpenAccount } from '#domain/access/account-rights.ts';
import { type Actor, isOf, isOfAny } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { selectAccounts } from '#server/accounts/account-rows.ts';
import { selectTiedAccount } from '#server/accounts/account-ties.ts';
import { selectAppointments } from '#server/appointments/appointment-rows.ts';
import { countEntries, selectEntries } from '#server/audit/log-entries.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { settlementReaches } from '#server/exams/settlements.ts';
import { anyOf } from '#server/scopes/conditions.ts';
import {
  contestQuestionScope,
  contestScope,
  contestsOfExam,
  settlementScope,
} from '#server/scopes/contest-scope.ts';
import { examScope, isKeyHiddenFromStaff, wholeExamScope } from '#server/scopes/exam-scope.ts';
import { type Purpose, studentScope } from '#server/scopes/row-scopes.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type Person = Pick<StudentPage, 'id' | 'firstName' | 'lastName' | 'email' | 'cnp' | 'phoneNumber'> & {
  readonly userId: number;
};

const reach = (sql: Queryable, viewer: Viewer, purpose: Purpose): Fragment =>
  studentScope(sql, viewer, 'p', purpose) ?? sql`true`;

/** The student of an enrolment in the viewer's scope; any other does not exist. */
async function selectPerson(sql: Queryable, viewer: Viewer, id: number, purpose: Purpose): Promise<Person> {
  const [person] = await sql<Person[]>`
    select p.id, p.user_id as "userId", p.first_name as "firstName", p.last_name as "lastName", p.email, p.cnp,
           p.phone_number as "phoneNumber"
      from students p where p.id = ${id} and ${reach(sql, viewer, purpose)}`;
  return person ?? refuse('resource.notFound');
}

/**
 * The exams of a student whose appointments the viewer may see: the office all, a teacher those of held
 * disciplines.
 */
function appointmentsSeen(sql: Queryable, { actor, assignments }: Viewer): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  return anyOf(sql, [
    ...(isOf(actor, 'secretary') ? [placesInScope(sql, assignments, 'p')] : []),
    ...(isOf(actor, 'teacher')
      ? [
          sql`exists (select from custom_exam_disciplines d join discipline_teachers h on h.discipline_id = d.discipline_id
                       where d.custom_exam_id = a.custom_exam_id and h.email = ${actor.email} and h.part = 'holder')`,
        ]
      : []),
  ]);
}

async function selectSittings(
  sql: Queryable,
  viewer: Viewer,
  userId: number,
): Promise<StudentPage['sittings']> {
  const whole = wholeExamScope(sql, viewer, sql`e.part_id`);
  return sql<StudentPage['sittings']>`
    select e.id as "examId", g.name as "examName", e.name, e.started_at as "startedAt", e.finished_at as "finishedAt",
           e.finish_cause as "finishCause", e.max_points::float8 as "maxPoints",
           case when ${whole} then e.score::float8 end as score, case when ${whole} then e.grade::float8 end as grade,
           exists (select from appointments a where a.id = g.appointment_id and a.annulled_at is not null) as annulled,
           ${contestsOfExam(sql, viewer.actor)} as contests
      from exam_groups g join exams e on e.group_id = g.id join students p on p.id = g.student_id
     where g.user_id = ${userId} and g.kind = 'official' and e.started_at is not null
       and ${examScope(sql, viewer, sql`e.part_id`)}
     order by e.started_at desc, e.id desc limit ${maxRows}`;
}

async function accountOf(
  services: Services,
  viewer: Viewer,
  userId: number,
): Promise<StudentPage['account']> {
  if (!isOfAny(viewer.actor, ['admin', 'secretary'])) return null;
  const { sql } = services.database;
  const [account] = await selectAccounts(
    sql,
    await services.settings.current(),
    sql`u.id = ${userId}`,
    sql``,
  );
  const tied = await selectTiedAccount(sql, services, userId);
  if (!account || !tied) return null;
  const live = await sql`
    select from sign_ins where user_id = ${userId} and revoked_at is null and expires_at > now() limit 1`;
  return {
    userId,
    disabledAt: account.disabledAt,
    password: account.password,
    lastSignInAt: account.lastSignInAt,
    isSignedIn: live.count > 0,
    isSitting: account.isSitting,
    mayChange: mayOpenAccount(viewer, tied),
  };
}

/** Everything about one student that an actor may see (ADMIN-2, ROLE-11). */
export async function readStudentPage(services: Services, actor: Actor, id: number): Promise<StudentPage> {
  const { sql } = services.database;
  const viewer = await viewerOf(sql, actor);
  const { userId, ...person } = await selectPerson(sql, viewer, id, 'read');
  // Only the office of an enrolment sees its personal data, and at its appointments the need of an accessible seat and the reasons for extra time.
  const own = await sql<{ id: number }[]>`
    select p.id from students p where p.user_id = ${userId} and ${reach(sql, viewer, 'write')}`;
  const ofOffice = new Set(own.map((enrolment) => enrolment.id));
  const isOffice = ofOffice.has(id);
  const enrolments = await sql<StudentPage['enrolments']>`
    select p.id, c.name as "collegeName", s.name as "sectionName", r.name as "seriesName", p.year,
           p.group_number as "groupeNumber", p.matricol as "nrMatricol", p.external_id as "externalId", r.lang_code as language
      from students p join colleges c on c.id = p.college_id join sections s on s.id = p.section_id join series r on r.id = p.series_id
     where p.user_id = ${userId} and ${reach(sql, viewer, 'read')} order by p.id desc limit ${maxRows}`;
  const appointments = await selectAppointments(
    sql,
    sql`p.user_id = ${userId} and ${appointmentsSeen(sql, viewer)}`,
    sql`a.starts_at desc, a.id desc`,
    sql`limit ${maxRows}`,
  );
  return {
    ...person,
    cnp: isOffice ? person.cnp : null,
    phoneNumber: isOffice ? person.phoneNumber : null,
    enrolments,
    appointments: appointments.map((appointment) => ({
      ...appointment,
      ...(!ofOffice.has(appointment.studentId) && { extraTimeReason: null, accessibleSeat: false }),
    })),
    sittings: await selectSittings(sql, viewer, userId),
    account: isOffice ? await accountOf(services, viewer, userId) : null,
  };
}

/** The maximum number of entries counted; an administrator finds older ones in the log. */
const maxHistory = 1000;

/**
 * The contestations of the students `p`, their questions and the settlements of their exams that the viewer may see. How a question
 * was settled says something about its key, so it is left out while the key is closed to the viewer (RESU-1). The text of a technical
 * complaint is for administrators.
 */
const ofContests = (sql: Queryable, { actor }: Viewer, own: Fragment, isClosed: Fragment): Fragment => sql`
    union all
    select 'exam_contests', k.id::text from exam_contests k join students p on p.id = k.student_id
     where ${own} and ${contestScope(sql, actor)} and (k.type <> 'technical' or ${isOf(actor, 'admin')}::boolean)
    union all
    select 'exam_contest_questions', q.id::text from exam_contest_questions q join exam_contests k on k.id = q.contest_id
      join students p on p.id = k.student_id join exams e on e.id = k.exam_id join exam_groups g on g.id = e.group_id
     where ${own} and ${contestQuestionScope(sql, actor)} and not ${isClosed}
    union all
    select 'settlements', t.id::text from exam_groups g join students p on p.id = g.student_id
      join exams e on e.group_id = g.id join settlements t on ${settlementReaches(sql)}
     where ${own} and g.kind = 'official' and ${settlementScope(sql, actor)}
       and not (t.question_version_id is not null and ${isClosed})`;

/** The log entries about a student's rows in the actor's scope, with those of results and contestations (ROLE-11). */
export async function pageOfHistory(
  services: Services,
  actor: Actor,
  id: number,
  { skip, take }: { readonly skip: number; readonly take: number },
) {
  const { sql } = services.database;
  const viewer = await viewerOf(sql, actor);
  const { userId } = await selectPerson(sql, viewer, id, 'write');
  const { allowExamPreview } = await services.settings.current();
  const tied = await selectTiedAccount(sql, services, userId);
  const ofAccount =
    tied && mayOpenAccount(viewer, tied) ? sql`union all select 'users', ${String(userId)}::text` : sql``;
  const own = sql`p.user_id = ${userId} and ${reach(sql, viewer, 'write')}`;
  // The rows are few and each is looked up by its own index entry. Seals of exams change nothing.
  const condition = sql`a.action <> 'sealed' and (a.entity, a.entity_id) in (
    select 'students', p.id::text from students p where ${own}
    union all
    select 'appointments', b.id::text from appointments b join students p on p.id = b.student_id where ${own}
    union all
    select w.entity, w.id::text from exam_groups g join students p on p.id = g.student_id
      join exams e on e.group_id = g.id cross join lateral (values ('exam_groups', g.id), ('exams', e.id)) w (entity, id)
     where ${own} and g.kind = 'official'
    ${ofContests(sql, viewer, own, isKeyHiddenFromStaff(sql, actor.userId, allowExamPreview))}
    ${ofAccount})`;
  const within = Math.max(0, Math.min(take, maxHistory - skip));
  return {
    items: within === 0 ? [] : await selectEntries(sql, condition, { skip, take: within }),
    total: await countEntries(sql, condition, maxHistory),
  };
}
