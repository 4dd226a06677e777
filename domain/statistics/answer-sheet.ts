import type { ServedAnswer } from '../contestations/settlement.ts';
import type { KeyBits } from '../question-bank/answer-key.ts';
import type { KindLetter } from '../question-bank/question-kind.ts';
import type { AnsweredQuestion } from '../scoring/score-exam.ts';

/*
 * An answer sheet is the text of one exam's questions in the order served: "version ticks kind index.index.index spent",
 * with commas between questions. `ticks` are bits of shown positions, `kind` is a letter of `kindLetters`, the indices are
 * the bank's answers in the order shown, `spent` is in milliseconds and may be missing. `selectSheets` in
 * `server/exams/scoring.ts` and the function `answer_sheet` of the database write it; this file reads it.
 */

/** A question of a paper as statistics count it; answers are bits of the bank's positions. */
export type CountedQuestion = {
  readonly versionId: number;
  readonly points: number;
  /** The key used for scoring: the corrected one, if any. */
  readonly key: KeyBits;
  /** Removed answers are neither shown nor ticked. */
  readonly shown: number;
  readonly ticked: number;
  /** Whether anything was ticked, also an answer that was removed since. */
  readonly isAnswered: boolean;
  /** Whether a settlement gives all points. */
  readonly granted: boolean;
  /** Whether any one correct answer earns all points. */
  readonly anyOne: boolean;
  /** The time spent on it in milliseconds; -1 when unknown. */
  readonly spent: number;
};

/** A settled question as scored. */
export function countedQuestion(
  { points, answerOrder, key, ticks, removed = 0, granted, anyOne }: AnsweredQuestion,
  versionId: number,
  spent: number,
): CountedQuestion {
  let [shown, ticked] = [0, 0];
  for (const [shownAt, bankIndex] of answerOrder.entries()) {
    if ((removed & (1 << bankIndex)) !== 0) continue;
    shown |= 1 << bankIndex;
    if ((ticks & (1 << shownAt)) !== 0) ticked |= 1 << bankIndex;
  }
  return {
    versionId,
    points,
    key,
    shown,
    ticked,
    isAnswered: ticks !== 0,
    granted: granted === true,
    anyOne: anyOne === true,
    spent,
  };
}

export type SheetVersion = { readonly points: number; readonly key: KeyBits };

/** The questions of an exam under the settlements in force. */
type SheetSettlements = {
  readonly reaches: (versionId: number) => boolean;
  readonly settled: <Q extends ServedAnswer & { readonly versionId: number }>(
    question: Q,
  ) => Q & AnsweredQuestion;
};

const [dot, space, comma, zero] = [46, 32, 44, 48];

/** The version ids of a sheet, in the order served. */
export function sheetVersions(sheet: string, each: (versionId: number) => void): void {
  for (let at = 0; at < sheet.length; ) {
    let id = 0;
    for (; at < sheet.length && sheet.charCodeAt(at) !== space; at += 1)
      id = id * 10 + sheet.charCodeAt(at) - zero;
    each(id);
    const next = sheet.indexOf(',', at);
    at = next === -1 ? sheet.length : next + 1;
  }
}

/**
 * The questions of an answer sheet. One pass over its characters, field by field: the sheets of a cohort have millions of
 * them.
 */
export function readSheet(
  sheet: string,
  versions: ReadonlyMap<number, SheetVersion>,
  settlements: SheetSettlements,
): CountedQuestion[] {
  const questions: CountedQuestion[] = [];
  const end = sheet.length;
  let code = 0;
  // Numbers are read in place: a function that steps on would cost twice the time.
  for (let at = 0; at < end; at += 1) {
    let versionId = 0;
    for (; at < end; at += 1) {
      code = sheet.charCodeAt(at);
      if (code === space) break;
      versionId = versionId * 10 + code - zero;
    }
    at += 1;
    let ticks = 0;
    for (; at < end; at += 1) {
      code = sheet.charCodeAt(at);
      if (code === space) break;
      ticks = ticks * 10 + code - zero;
    }
    const kindAt = at + 1;
    const orderFrom = at + 3;
    let shown = 0;
    let ticked = 0;
    let answer = 0;
    let shownAt = 0;
    for (at = orderFrom; ; at += 1) {
      code = at < end ? sheet.charCodeAt(at) : comma;
      if (code >= zero) answer = answer * 10 + code - zero;
      else {
        shown |= 1 << answer;
        ticked |= ((ticks >>> shownAt) & 1) << answer;
        if (code !== dot) break;
        answer = 0;
        shownAt += 1;
      }
    }
    const orderTo = at;
    let spent = -1;
    if (code === space)
      for (at += 1; at < end; at += 1) {
        code = sheet.charCodeAt(at);
        if (code === comma) break;
        spent = Math.max(0, spent) * 10 + code - zero;
      }
    const { points = 0, key = 0 } = versions.get(versionId) ?? {};
    if (settlements.reaches(versionId)) {
      const kind = sheet[kindAt] as KindLetter;
      const answerOrder = sheet.slice(orderFrom, orderTo).split('.').map(Number);
      const settled = settlements.settled({ versionId, points, key, kind, ticks, answerOrder });
      questions.push(countedQuestion(settled, versionId, spent));
    } else {
      const isAnswered = ticks !== 0;
      questions.push({
        versionId,
        points,
        key,
        shown,
        ticked,
        isAnswered,
        granted: false,
        anyOne: false,
        spent,
      });
    }
  }
  return questions;
}
