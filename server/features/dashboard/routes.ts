import { dashboard, type Part } from '#contract/dashboard.ts';
import { isOf } from '#domain/access/actor.ts';
import { selectedLines } from '#domain/access/dashboard-lines.ts';
import { preventsBooking } from '#server/appointments/to-be-sat.ts';
import { openDependencyChecks } from '#server/health/dependencies.ts';
import { type Route, route } from '#server/http/route.ts';
import { customExamScope } from '#server/scopes/custom-exam-scope.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { ownResults, waitingContests } from './contestations.ts';
import { secretaryPart, teacherPart } from './staff.ts';
import { adminPart, deanPart, openIncomplete, openPassRates } from './university.ts';

/** The exams a student can book now. */
async function studentPart(services: Services, viewer: Viewer): Promise<Part<'student'>> {
  const { sql } = services.database;
  const { allowExams } = await services.settings.current();
  const { studentId } = viewer.actor;
  if (!allowExams || studentId === undefined) return { booking: [] };
  const student: Viewer = { actor: { ...viewer.actor, roles: ['Studenti'], dean: false }, assignments: [] };
  const booking = await sql<Part<'student'>['booking']>`
    select x.id as "customExamId", x.name as "examName", s.description as session, s.exam_schedule_end as "closesAt"
      from custom_exams x join exam_sessions s on now() between s.exam_schedule_start and s.exam_schedule_end
       and s.end_date >= current_date
     where x.removed_at is null and ${customExamScope(sql, student, 'x', 'read', allowExams)}
       and not exists (select from appointments a where a.student_id = ${studentId} and a.custom_exam_id = x.id
                          and ${preventsBooking(sql, sql`a`, sql`s.id`)})
     order by s.exam_schedule_end, x.name collate natural_ro, x.id limit ${selectedLines.kind}`;
  return { booking };
}

/** What is next, by role (HOME-1). */
export function dashboardRoutes(services: Services): Route[] {
  // What only staff see may take long, so it does not use the connections of students.
  const staff: Services = { ...services, database: services.office };
  const passRates = openPassRates(staff.database.sql);
  const incomplete = openIncomplete(staff);
  const troubles = openDependencyChecks(staff);
  return [
    route(dashboard, async ({ caller: { actor } }) => {
      const viewer = await viewerOf(services.database.sql, actor);
      const [teacher, secretary, dean, admin, student, waiting, own] = await Promise.all([
        isOf(actor, 'teacher') ? teacherPart(staff, viewer) : null,
        isOf(actor, 'secretary') ? secretaryPart(staff, viewer) : null,
        isOf(actor, 'dean') ? deanPart(staff, incomplete, passRates) : null,
        isOf(actor, 'admin') ? adminPart(staff, troubles, actor) : null,
        isOf(actor, 'student') ? studentPart(services, viewer) : null,
        waitingContests(staff, actor),
        ownResults(services, actor),
      ]);
      return {
        teacher,
        secretary,
        dean,
        admin,
        student,
        waitingContests: waiting,
        ...own,
      };
    }),
  ];
}
