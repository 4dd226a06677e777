import type { Transaction } from '#server/db/database.ts';
import { daysAfter, universityYearOf } from './calendar.ts';

const months = [
  'ianuarie',
  'februarie',
  'martie',
  'aprilie',
  'mai',
  'iunie',
  'iulie',
  'august',
  'septembrie',
  'octombrie',
  'noiembrie',
  'decembrie',
];

const modules = [
  'Modulul preclinic',
  'Modulul clinic',
  'Modulul farmaceutic',
  'Modulul tehnic',
  'Modulul socio-umanist',
];

type Period = { readonly start: string; readonly end: string };
type Session = Period & {
  readonly scoringMode: string;
  readonly simulation: boolean;
  readonly pregenerated: boolean;
};

const openSession = { scoringMode: 'FULL_MATCH', simulation: true, pregenerated: false } as const;

/** Named after its first month, because the demo can be loaded at any time of the year. */
const describe = ({ start }: Period) =>
  `Sesiunea de examene, ${months[Number(start.slice(5, 7)) - 1]} ${start.slice(0, 4)}`;

/** Booking opens three weeks ahead. Contestations are open from the first day until three days after the exams, and settled within another week. */
const columnsOf = (session: Session) => ({
  description: describe(session),
  start_date: session.start,
  end_date: session.end,
  exam_schedule_start: `${daysAfter(session.start, -21)} 08:00`,
  exam_schedule_end: `${session.end} 20:00`,
  contest_start_date: `${session.start} 08:00`,
  contest_end_date: `${daysAfter(session.end, 3)} 20:00`,
  contest_resolve_end_date: `${daysAfter(session.end, 10)} 20:00`,
  scoring_mode: session.scoringMode,
  simulation: session.simulation,
  pregenerated: session.pregenerated,
});

async function insertSessions(tx: Transaction, sessions: readonly Session[]): Promise<void> {
  await tx`
    with written as (insert into exam_sessions ${tx(sessions.map(columnsOf))} returning id)
    insert into exam_session_modules (exam_session_id, study_module_id)
    select written.id, study_modules.id from written cross join study_modules`;
}

/** Inserts the previous, current and next university year. Returns the id of the current one. */
export async function insertUniversityYears(tx: Transaction, today: string): Promise<number> {
  const current = universityYearOf(today);
  const years = [current - 1, current, current + 1];
  const rows = await tx<{ id: number; start_year: number }[]>`
    insert into university_years ${tx(years.map((start) => ({ start_year: start, end_year: start + 1 })))}
    returning id, start_year`;
  const row = rows.find(({ start_year }) => start_year === current);
  if (!row) throw new Error('the current university year was not written');
  return row.id;
}

/** Inserts the modules and three sessions: a past one, a current one with simulations, and a future one. */
export async function insertExamPeriods(tx: Transaction, today: string): Promise<void> {
  await tx`insert into study_modules ${tx(modules.map((name, index) => ({ position: index + 1, name })))}`;
  const around = (from: number, to: number) => ({ start: daysAfter(today, from), end: daysAfter(today, to) });
  await insertSessions(tx, [
    { ...around(-150, -125), scoringMode: 'PERFECT_MATCH', simulation: false, pregenerated: false },
    { ...around(-10, 20), ...openSession },
    { ...around(80, 105), scoringMode: 'FULL_MATCH', simulation: false, pregenerated: true },
  ]);
}

/**
 * Ensures that a current session with simulations exists, also long after the demo was loaded.
 * Enables simulations in the current session, or inserts one between its neighbours.
 */
export async function renewOpenSession(tx: Transaction, today: string): Promise<void> {
  const holding = await tx<{ id: number; simulation: boolean }[]>`
    select id, simulation from exam_sessions where daterange(start_date, end_date, '[]') @> ${today}::date order by id`;
  if (holding.some(({ simulation }) => simulation)) return;
  const [first] = holding;
  if (first) {
    await tx`update exam_sessions set simulation = true where id = ${first.id}`;
    return;
  }
  const [neighbours] = await tx<{ before: string | null; after: string | null }[]>`
    select max(end_date) filter (where end_date < ${today}::date) as before,
           min(start_date) filter (where start_date > ${today}::date) as after from exam_sessions`;
  await insertSessions(tx, [{ ...gapAround(today, neighbours?.before, neighbours?.after), ...openSession }]);
}

/** From ten days ago to twenty days ahead, limited by the sessions before and after. */
function gapAround(today: string, before?: string | null, after?: string | null): Period {
  const [start, end] = [daysAfter(today, -10), daysAfter(today, 20)];
  return {
    start: before && before >= start ? daysAfter(before, 1) : start,
    end: after && after <= end ? daysAfter(after, -1) : end,
  };
}
