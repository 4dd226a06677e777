import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { scoringModes } from '#domain/scoring/score-question.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SoakEnvironment } from './environment.ts';
import { settledSession } from './seed.ts';

export type OfficeCounts = Readonly<Record<'booked' | 'cancelled' | 'imported' | 'settled', number>>;

/** Office work during the exams, with a ledger of what the server confirmed. */
export type Office = {
  work(run: Run): Promise<void>;
  readonly counts: () => OfficeCounts;
  /** All differences between the tables and the responses to the office. */
  compare(sql: Queryable): Promise<string[]>;
};
type Run = {
  readonly over: () => boolean;
  readonly abandoned: () => boolean;
  readonly turn: () => Promise<void>;
};
type Options = {
  readonly port: number;
  readonly students: number;
  readonly bookers: number;
  readonly chance: () => number;
  readonly say: (line: string) => void;
};

const rowsPerImport = 120;
const timeoutMs = 10_000;
/** The students who book concurrently. */
const concurrentBookers = 3;

/** A settlement that was sent; its reason names it. */
type Correction = { readonly reason: string; confirmed: boolean };

type CallResponse = { readonly status: number; readonly body: Record<string, unknown> };

const weights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];
/** A valid personal id. */
function cnpOf(number: number): string {
  const digits = `5040${1 + (number % 9)}1${String(number).padStart(6, '0')}`;
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0) % 11;
  return `${digits}${sum === 10 ? 1 : sum}`;
}

export function openOffice(
  environment: SoakEnvironment,
  { port, students, bookers, chance, say }: Options,
): Office {
  const counts = { booked: 0, cancelled: 0, imported: 0, settled: 0 };
  const problems: string[] = [];
  /** The bookers whose appointment was confirmed. */
  const placed = new Set<number>();
  /** The appointments whose cancellation was confirmed. A repeated booking can arrive later and makes another one. */
  const cancelledIds: number[] = [];
  const importedNumbers: number[] = [];
  const corrections: Correction[] = [];
  const below = (bound: number) => Math.floor(chance() * bound);

  const call = async (
    method: string,
    path: string,
    token: string,
    body?: object,
  ): Promise<CallResponse | undefined> => {
    try {
      const isForm = body instanceof FormData;
      const response = await fetch(`http://127.0.0.1:${port}/api/umfst/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      };
    } catch {
      return undefined;
    }
  };
  /** Retries a call until the server responds; undefined when the run is aborted. */
  const retryUntilAnswered = async (
    run: Run,
    ...request: Parameters<typeof call>
  ): Promise<CallResponse | undefined> => {
    while (!run.abandoned()) {
      await run.turn();
      const response = await call(...request);
      if (response && response.status < 500 && response.status !== 429) return response;
      await pause(100 + chance() * 300);
    }
    return undefined;
  };
  const wrong = (what: string, { status, body }: CallResponse) =>
    problems.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);

  const book = async (run: Run, booker: number, day: string): Promise<void> => {
    const token = environment.tokenOf(booker);
    const slotOnDay = { examCustomId: 1, examDate: day, examSessionId: 2, examRoomId: 1, examRoomSlotId: 1 };
    const response = await retryUntilAnswered(run, 'POST', 'appointments', token, slotOnDay);
    if (!response) return;
    // The response to the first attempt may have been lost; then the student already has the seat.
    const isTaken = ['appointment.examTwice', 'appointment.toSitElsewhere', 'appointment.elsewhere'].includes(
      String(response.body.error),
    );
    const isThere = response.status === 201 || isTaken;
    if (!isThere) return void wrong('a booking', response);
    placed.add(booker);
    counts.booked += 1;
    if (chance() < 0.5) return;
    const own = await retryUntilAnswered(run, 'GET', 'appointments?take=5', token);
    const [appointment] = (own?.body ?? []) as unknown as { id: number }[];
    if (!own || !appointment) return void (own && wrong('a booking is not listed', own));
    placed.delete(booker);
    const cancelled = await retryUntilAnswered(run, 'DELETE', `appointments/${appointment.id}`, token);
    if (!cancelled) return;
    if (cancelled.status >= 300 && cancelled.status !== 404) return void wrong('a cancellation', cancelled);
    cancelledIds.push(appointment.id);
    counts.cancelled += 1;
  };

  const importOnce = async (run: Run, first: number): Promise<void> => {
    const numbers = Array.from({ length: rowsPerImport }, (_, n) => first + n);
    const line = (n: number) =>
      `Medicină;U${n};Țepeș;Ana ${n};${cnpOf(n)};1;Medicină generală;Seria 1;07${String(n).padStart(8, '0')};nou.${n}@exam.test;N${n}`;
    const form = new FormData();
    form.set('file', new File([numbers.map(line).join('\r\n')], 'studenti.csv'));
    const given = await retryUntilAnswered(
      run,
      'POST',
      'imports/students?lang=ro',
      environment.adminToken,
      form,
    );
    if (!given) return;
    const { importId, problems: found } = given.body as { importId?: number; problems?: number };
    if (given.status !== 201 || found !== 0) return void wrong('an import', given);
    const committed = await retryUntilAnswered(
      run,
      'POST',
      `imports/${importId}/commit`,
      environment.adminToken,
    );
    if (!committed) return;
    // Written in the background, even if its process is killed repeatedly.
    for (;;) {
      const read = await retryUntilAnswered(run, 'GET', `imports/${importId}`, environment.adminToken);
      if (!read) return;
      if (read.body.state === 'done') break;
      if (read.status !== 200 || !['ready', 'writing'].includes(String(read.body.state)))
        return void wrong('an import that is written', read);
      if (read.body.state === 'ready')
        await retryUntilAnswered(run, 'POST', `imports/${importId}/commit`, environment.adminToken);
      await pause(300);
    }
    importedNumbers.push(...numbers);
    counts.imported += 1;
  };

  /**
   * Corrects the scoring mode of all exams of a session by a settlement, which replaces the one before; every exam is scored again.
   * Contestations cannot be filed here, because other students still get the same questions.
   */
  const settleOnce = async (run: Run): Promise<void> => {
    const correction: Correction = { reason: `Corectare ${randomUUID()}`, confirmed: false };
    const cohort = {
      examCustomId: 1,
      sessionId: settledSession,
      mode: scoringModes[below(scoringModes.length)],
    };
    const send = (more: object) =>
      retryUntilAnswered(run, 'POST', 'scoringCorrections?take=1', environment.adminToken, {
        ...cohort,
        ...more,
        reason: correction.reason,
      });
    const seen = await send({ preview: true });
    // No paper is drawn yet.
    if (!seen || seen.body.error === 'resource.notFound') return;
    if (seen.status !== 200) return void wrong('the preview of a settlement', seen);
    corrections.push(correction);
    const made = await send({ preview: false, fingerprint: seen.body.fingerprint });
    // An exam ended since the preview, or the response to the first attempt was lost.
    if (!made || made.body.error === 'settlement.changedMeanwhile') return;
    if (made.status !== 200) return void wrong('a settlement', made);
    correction.confirmed = true;
    counts.settled += 1;
  };

  /** Every confirmed correction is stored, and the one in force is the last confirmed one or a later one without a response. */
  const compareCorrections = async (sql: Queryable): Promise<string[]> => {
    const stored = await sql<{ reason: string; active: boolean }[]>`
      select reason, withdrawn_at is null as active from settlements order by id`;
    const active = stored.filter((row) => row.active).map(({ reason }) => reason);
    const lost = corrections.filter(
      ({ reason, confirmed }) => confirmed && stored.every((row) => row.reason !== reason),
    );
    const last = corrections.findLastIndex(({ confirmed }) => confirmed);
    const isLast = corrections.slice(Math.max(last, 0)).some(({ reason }) => reason === active[0]);
    return [
      ...lost.map(({ reason }) => `a confirmed settlement is not stored: ${reason}`),
      ...(active.length > 1 ? [`${active.length} settlements are in force`] : []),
      ...(isLast || (last < 0 && active.length === 0)
        ? []
        : [`the settlement in force is not the last one: ${active[0] ?? 'none'}`]),
    ];
  };

  const repeat = async (run: Run, milliseconds: number, work: () => Promise<void>): Promise<void> => {
    while (!run.over()) {
      await work();
      await pause(milliseconds * (0.5 + chance()));
    }
  };

  return {
    work: async (run) => {
      if (bookers === 0) return;
      const [row] = await environment.database.sql<{ day: string }[]>`select (current_date + 3)::text as day`;
      const day = row?.day ?? '';
      let number = 100_000;
      const importNext = async () => {
        number += rowsPerImport;
        await importOnce(run, number);
      };
      const own = Math.floor(bookers / concurrentBookers);
      const working = Array.from({ length: concurrentBookers }, (_, hand) =>
        repeat(run, 200, async () => {
          // Each worker has its own students, so that no student books twice at once.
          const booker = students + 1 + hand * own + below(own);
          if (!placed.has(booker)) await book(run, booker, day);
        }),
      );
      await Promise.all([
        ...working,
        repeat(run, 3000, importNext),
        repeat(run, 2000, () => settleOnce(run)),
      ]);
      say(`the office: ${JSON.stringify(counts)}`);
    },
    counts: () => counts,
    compare: async (sql) => {
      if (bookers === 0) return [];
      const rows = await sql<{ id: number; student: number }[]>`
        select id, student_id as student from appointments where student_id > ${students} and annulled_at is null`;
      const holders = new Set(rows.map(({ student }) => student));
      const ids = new Set(rows.map(({ id }) => id));
      const [twice] = await sql<{ count: number }[]>`
        select count(*)::int as count from (select from appointments where annulled_at is null
          group by room_slot_id, exam_date, row_number, seat_number having count(*) > 1) t`;
      const numbers = importedNumbers.map((n) => `nou.${n}@exam.test`);
      const [found] = await sql<{ students: number }[]>`
        select count(*)::int as students from students where email = any(${numbers}::citext[])`;
      return [
        ...problems,
        ...[...placed]
          .filter((booker) => !holders.has(booker))
          .map((booker) => `booker ${booker} got a place; stored none`),
        ...cancelledIds
          .filter((id) => ids.has(id))
          .map((id) => `appointment ${id} was cancelled; it is stored`),
        ...(twice?.count ? [`${twice.count} seats are given twice`] : []),
        ...(found?.students === numbers.length
          ? []
          : [`${numbers.length} students were imported; stored ${found?.students}`]),
        ...(await compareCorrections(sql)),
      ];
    },
  };
}
