import type { QuestionStatistics } from '#contract/statistics.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { plainText, readRichText } from '#domain/question-bank/rich-text.ts';
import { analyseItem, fewest, type ItemResponse } from '#domain/statistics/item-analysis.ts';
import { flagsOf } from '#domain/statistics/item-flags.ts';
import type { Queryable } from '#server/db/database.ts';
import type { CohortExam, CohortQuestion } from './scoring.ts';

/** A version that was served in a cohort. */
export type ServedVersion = {
  readonly versionId: number;
  readonly questionId: number;
  readonly version: number;
  readonly text: string;
  /** As most of the cohort was scored: the corrected one, if there is one. */
  readonly key: number;
  readonly answers: readonly string[];
};

/** Shown and ticked answers as bits of the bank's order; removed ones are left out. */
export function bitsOf({ slots, ticks, removed = 0 }: CohortQuestion): { shown: number; ticked: number } {
  let [shown, ticked] = [0, 0];
  for (const [index, slot] of slots.entries()) {
    if (isCorrectAt(removed, slot)) continue;
    shown |= 1 << slot;
    if ((ticks & (1 << index)) !== 0) ticked |= 1 << slot;
  }
  return { shown, ticked };
}

/** Longer than this nobody looks at one question. */
const mostSeconds = 1800;

/** As many exams are enough for mean times. */
const mostTimed = 500;

/**
 * The mean time between the event before a save and the save, summed per exam and question, by version; of the newest
 * exams, if there are many.
 */
export async function timesOf(
  sql: Queryable,
  exams: readonly CohortExam[],
): Promise<ReadonlyMap<number, number>> {
  const timed = exams.slice(-mostTimed).map(({ examId }) => examId);
  const rows = await sql<{ versionId: number; seconds: number }[]>`
    select q.question_version_id as "versionId", avg(t.seconds)::float8 as seconds
      from (select exam_id, position, sum(gap) as seconds
              from (select exam_id, position,
                           extract(epoch from at - lag(at) over (partition by exam_id order by at)) as gap
                      from exam_events where exam_id = any(${timed}::int[])
                       and kind not in (${eventLetters.late}, ${eventLetters.otherWriter})) v
             where position is not null and gap < ${mostSeconds} group by exam_id, position) t
      join exam_questions q on q.exam_id = t.exam_id and q.position = t.position
     group by q.question_version_id`;
  return new Map(rows.map(({ versionId, seconds }) => [versionId, seconds]));
}

type Exposure = { readonly versionId: number; readonly exposure: number; readonly lastServed: string | null };

/** How often versions were served and when last; papers nobody has begun do not count. */
export async function exposuresOf(
  sql: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Exposure>> {
  const rows = await sql<Exposure[]>`
    select q.question_version_id as "versionId", count(*)::int as exposure, max(e.started_at) as "lastServed"
      from exam_questions q join exams e on e.id = q.exam_id and e.started_at is not null
     where q.question_version_id = any(${[...ids]}::int[]) group by q.question_version_id`;
  return new Map(rows.map((row) => [row.versionId, row]));
}

export function questionStatistics(
  version: ServedVersion,
  responses: readonly ItemResponse[],
  seconds: number | undefined,
  exposed: Exposure | undefined,
): QuestionStatistics {
  const item = analyseItem(responses, version.answers.length);
  const isShown = item.served >= fewest;
  const isCorrect = (answer: number) => isCorrectAt(version.key, answer);
  return {
    questionId: version.questionId,
    versionId: version.versionId,
    version: version.version,
    text: plainText(readRichText(version.text)),
    served: item.served,
    omitted: item.omitted,
    difficulty: isShown ? item.difficulty : null,
    discrimination: isShown ? (item.discrimination ?? null) : null,
    upperLower: isShown ? (item.upperLower ?? null) : null,
    seconds: seconds ?? null,
    exposure: exposed?.exposure ?? 0,
    lastServed: exposed?.lastServed ?? null,
    answers: item.answers.map(({ answer, ...use }) => ({
      text: plainText(readRichText(version.answers[answer] ?? '')),
      isCorrect: isCorrect(answer),
      ...use,
    })),
    flags: flagsOf(item, isCorrect).map((flag) => ({
      kind: flag.kind,
      answer: 'answer' in flag ? flag.answer : null,
    })),
  };
}
