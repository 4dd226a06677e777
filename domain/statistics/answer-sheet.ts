import type { ServedAnswer } from '../contestations/settlement.ts';
import type { KeyBits } from '../question-bank/answer-key.ts';
import { type KindLetter, kindLetters } from '../question-bank/question-kind.ts';
import type { AnsweredQuestion } from '../scoring/score-exam.ts';

/** A question of a paper as statistics count it; answers are bits of the bank's positions. */
export type CountedQuestion = {
  readonly versionId: number;
  readonly points: number;
  /** As it was scored: the corrected one, if there is one. */
  readonly key: KeyBits;
  /** Removed answers are neither shown nor ticked. */
  readonly shown: number;
  readonly ticked: number;
  /** A settlement gives all points. */
  readonly granted: boolean;
  /** Any one of the correct answers is a perfect answer. */
  readonly anyOne: boolean;
  /** The time spent on it in milliseconds; -1 where it is not known. */
  readonly spent: number;
};

/** A settled question as it is counted. */
export function countedQuestion(
  { points, slots, key, ticks, removed = 0, granted, anyOne }: AnsweredQuestion,
  versionId: number,
  spent: number,
): CountedQuestion {
  let [shown, ticked] = [0, 0];
  for (const [place, slot] of slots.entries()) {
    if ((removed & (1 << slot)) !== 0) continue;
    shown |= 1 << slot;
    if ((ticks & (1 << place)) !== 0) ticked |= 1 << slot;
  }
  return {
    versionId,
    points,
    key,
    shown,
    ticked,
    granted: granted === true,
    anyOne: anyOne === true,
    spent,
  };
}

export type SheetVersion = { readonly points: number; readonly key: KeyBits };

/** What the settlements in force make of the questions of an exam. */
export type SheetSettlements = {
  readonly reaches: (versionId: number) => boolean;
  readonly settled: <Q extends ServedAnswer & { readonly versionId: number }>(
    question: Q,
  ) => Q & AnsweredQuestion;
};

const [dot, space, comma, zero, nine] = [46, 32, 44, 48, 57];

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
 * The questions of an answer sheet: "version ticks kind slot.slot.slot spent" with commas between, where `spent` may be
 * missing. Read character by character: the sheets of a cohort have millions of them.
 */
export function readSheet(
  sheet: string,
  versions: ReadonlyMap<number, SheetVersion>,
  settlements: SheetSettlements,
): CountedQuestion[] {
  const questions: CountedQuestion[] = [];
  const end = sheet.length;
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let code = sheet.charCodeAt(at); code >= zero && code <= nine; code = sheet.charCodeAt(at)) {
      value = value * 10 + code - zero;
      at += 1;
    }
    return value;
  };
  while (at < end) {
    const versionId = number();
    at += 1;
    const ticks = number();
    at += 1;
    const isSimple = sheet[at] === kindLetters.simple;
    at += 2;
    const slotsFrom = at;
    let [shown, ticked] = [0, 0];
    for (let place = 0; ; place += 1) {
      const bit = 1 << number();
      shown |= bit;
      if ((ticks & (1 << place)) !== 0) ticked |= bit;
      if (sheet.charCodeAt(at) !== dot) break;
      at += 1;
    }
    const slotsTo = at;
    let spent = -1;
    if (sheet.charCodeAt(at) === space) {
      at += 1;
      if (at < end && sheet.charCodeAt(at) !== comma) spent = number();
    }
    at += 1;
    const { points = 0, key = 0 } = versions.get(versionId) ?? {};
    if (settlements.reaches(versionId)) {
      const kind: KindLetter = isSimple ? kindLetters.simple : kindLetters.multiple;
      const slots = sheet.slice(slotsFrom, slotsTo).split('.').map(Number);
      questions.push(
        countedQuestion(
          settlements.settled({ versionId, points, key, kind, ticks, slots }),
          versionId,
          spent,
        ),
      );
    } else questions.push({ versionId, points, key, shown, ticked, granted: false, anyOne: false, spent });
  }
  return questions;
}
