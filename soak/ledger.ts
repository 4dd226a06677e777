import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Queryable } from '#server/db/database.ts';
import { rescored } from '#server/testing/rescoring.ts';

/** A save as the candidate made it, recorded before it is first sent. */
export type Attempt = {
  readonly saveId: string;
  readonly examId: number;
  readonly position: number;
  readonly ticks: number;
  readonly seq: number;
};

type ReportedScore = { readonly score: number; readonly grade: number };

/** What candidates sent and which responses they got, recorded outside the server. */
export type Ledger = {
  sent(attempt: Attempt): void;
  acknowledged(saveId: string): void;
  /** The server reported the exam as finished. */
  ended(examId: number): void;
  scored(examId: number, reported: ReportedScore): void;
  /** The exam was abandoned and its deadline moved into the past. */
  left(examId: number): void;
  /** Something that must never happen to a candidate. */
  wrong(what: string): void;
  readonly counts: () => Readonly<Record<'sent' | 'acknowledged' | 'ended' | 'left', number>>;
  /** All differences between the tables and the responses to candidates. */
  compare(sql: Queryable): Promise<string[]>;
};

type EventRow = {
  readonly examId: number;
  readonly saveId: string;
  readonly kind: string;
  readonly position: number;
  readonly ticks: number;
  readonly seq: number;
};
type QuestionRow = Omit<EventRow, 'saveId' | 'kind'>;
type ExamRow = {
  readonly id: number;
  readonly cause: string | null;
  readonly score: number | null;
  readonly grade: number | null;
  readonly ends: number;
  readonly savedAfterEnd: number;
};

const contentOf = ({ examId, position, ticks, seq }: QuestionRow) => `${examId} ${position} ${ticks} ${seq}`;

export function openLedger(): Ledger {
  const attempts = new Map<string, Attempt>();
  const acknowledged = new Set<string>();
  const ended = new Set<number>();
  const scores = new Map<number, ReportedScore>();
  const left = new Set<number>();
  const wrong: string[] = [];

  /** Every acknowledged save is exactly one event with the sent content, and every event was sent. */
  const eventProblems = (events: readonly EventRow[]): string[] => {
    const problems: string[] = [];
    const stored = new Set<string>();
    for (const event of events) {
      const attempt = attempts.get(event.saveId);
      if (!attempt) problems.push(`an event nobody sent: ${event.saveId} ${contentOf(event)}`);
      else if (contentOf(attempt) !== contentOf(event))
        problems.push(
          `an event that differs from what was sent: ${contentOf(event)}, sent ${contentOf(attempt)}`,
        );
      stored.add(event.saveId);
    }
    for (const saveId of acknowledged) {
      const attempt = attempts.get(saveId);
      if (attempt && !stored.has(saveId))
        problems.push(`LOST after it was acknowledged: ${contentOf(attempt)}`);
    }
    return problems;
  };

  /** Every question has the newest save that reached the server, and nothing older than an acknowledged one. */
  const questionProblems = (questions: readonly QuestionRow[]): string[] => {
    const sentTo = new Map<string, Attempt[]>();
    for (const attempt of attempts.values()) {
      const question = `${attempt.examId} ${attempt.position}`;
      sentTo.set(question, [...(sentTo.get(question) ?? []), attempt]);
    }
    return questions.flatMap((stored) => {
      const sent = sentTo.get(`${stored.examId} ${stored.position}`) ?? [];
      const acknowledgedSaves = sent.filter(({ saveId }) => acknowledged.has(saveId));
      const newest = Math.max(0, ...acknowledgedSaves.map(({ seq }) => seq));
      if (stored.seq < newest) return [`${contentOf(stored)} is older than the acknowledged ${newest}`];
      if (stored.seq > 0 && !sent.some((attempt) => contentOf(attempt) === contentOf(stored)))
        return [`${contentOf(stored)} was never sent`];
      return [];
    });
  };

  const examProblems = (exams: readonly ExamRow[]): string[] =>
    exams.flatMap(({ id, cause, score, grade, ends, savedAfterEnd }) => {
      const reported = scores.get(id);
      return [
        ...(ended.has(id) && cause === null ? [`exam ${id} was reported over and is not`] : []),
        ...(left.has(id) && cause === null ? [`exam ${id} was left and is not closed`] : []),
        ...(ends !== (cause === null ? 0 : 1) ? [`exam ${id} ended ${ends} times`] : []),
        ...(savedAfterEnd > 0 ? [`exam ${id} was saved to after its end`] : []),
        ...(reported && (reported.score !== score || reported.grade !== grade)
          ? [`exam ${id} was reported as ${reported.score}, ${reported.grade}; stored ${score}, ${grade}`]
          : []),
      ];
    });

  return {
    sent: (attempt) => attempts.set(attempt.saveId, attempt),
    acknowledged: (saveId) => acknowledged.add(saveId),
    ended: (examId) => ended.add(examId),
    scored: (examId, reported) => {
      const before = scores.get(examId);
      if (before && (before.score !== reported.score || before.grade !== reported.grade))
        wrong.push(`the score of exam ${examId} changed from ${before.score} to ${reported.score}`);
      scores.set(examId, reported);
    },
    left: (examId) => left.add(examId),
    wrong: (what) => wrong.push(what),
    counts: () => ({
      sent: attempts.size,
      acknowledged: acknowledged.size,
      ended: ended.size,
      left: left.size,
    }),
    compare: async (sql) => {
      const events = await sql<EventRow[]>`
        select exam_id as "examId", save_id as "saveId", kind, position, ticks, seq from exam_events where kind = ${eventLetters.saved}`;
      const questions = await sql<QuestionRow[]>`
        select exam_id as "examId", position, ticks, seq from exam_questions`;
      const exams = await sql<ExamRow[]>`
        select e.id, e.finish_cause as cause, e.score::float8 as score, e.grade::float8 as grade,
               (select count(*)::int from exam_events f where f.exam_id = e.id and f.kind = ${eventLetters.finished}) as ends,
               (select count(*)::int from exam_events f join exam_events s on s.exam_id = f.exam_id and s.at > f.at
                 where f.exam_id = e.id and f.kind = ${eventLetters.finished} and s.kind in (${eventLetters.saved}, ${eventLetters.skipped})) as "savedAfterEnd"
          from exams e`;
      const second = await rescored(sql);
      return [
        ...wrong,
        ...eventProblems(events),
        ...questionProblems(questions),
        ...examProblems(exams),
        ...second.problems,
      ];
    },
  };
}
