import type { Random } from '#domain/exam-structure/seeded-random.ts';
import { isCorrectAt, type KeyBits } from '#domain/question-bank/answer-key.ts';
import { type KindLetter, kindLetters } from '#domain/question-bank/question-kind.ts';

/** A served question and its difficulty: 0 is average, 1 is hard, -1 is easy. */
export type ServedQuestion = {
  readonly kind: KindLetter;
  readonly answerOrder: readonly number[];
  readonly key: KeyBits;
  readonly difficulty: number;
};

/** One step of a candidate, as the engine records it. */
export type Step = {
  readonly kind: 'saved' | 'skipped';
  readonly position: number;
  readonly ticks: number | null;
  readonly seq: number;
  /** The question shown next. */
  readonly to: number | null;
  /** Seconds since the exam was opened. */
  readonly after: number;
};

export type Candidate = {
  /** 0 is average, on the scale of `difficulty`. */
  readonly ability: number;
  /** Seconds per question. */
  readonly pace: number;
  /** Seconds until the deadline. */
  readonly time: number;
};

export type Answered = {
  readonly steps: readonly Step[];
  /** Seconds until the candidate was done; undefined when time ran out first. */
  readonly doneAfter: number | undefined;
};

const millionths = 1_000_000;
/** A number in [0, 1). */
export const share = (random: Random): number => random.below(millionths) / millionths;
const happens = (random: Random, chance: number) => share(random) < chance;

/** A number around 0, rarely beyond ±2. */
export const normal = (random: Random): number =>
  Array.from({ length: 6 }, () => share(random)).reduce((sum, one) => sum + one, -3) * 1.4;

const knows = (ability: number, difficulty: number) => 1 / (1 + Math.exp(difficulty - ability));

/** The ticks of a candidate: the higher the ability, the more answers are right. */
function ticksOf(
  random: Random,
  { kind, answerOrder, key, difficulty }: ServedQuestion,
  ability: number,
): number {
  const known = knows(ability, difficulty);
  const correct = answerOrder.map((bankIndex) => isCorrectAt(key, bankIndex));
  if (kind === kindLetters.simple) {
    const right = correct.indexOf(true);
    if (happens(random, known)) return 1 << right;
    return 1 << random.below(answerOrder.length);
  }
  return correct.reduce(
    (ticks, isCorrect, index) =>
      isCorrect === happens(random, 0.5 + known / 2) ? ticks | (1 << index) : ticks,
    0,
  );
}

/**
 * Simulates a candidate: answers question by question, skips a few and returns to them, changes a few at the end.
 * The result depends only on the arguments.
 */
export function takeExam(
  random: Random,
  questions: readonly ServedQuestion[],
  { ability, pace, time }: Candidate,
): Answered {
  const steps: Step[] = [];
  const skipped: number[] = [];
  let after = 0;
  const isLate = () => after >= time;
  const wait = (share: number) => {
    after += Math.round(pace * share * (0.4 + (1.2 * random.below(1000)) / 1000) * 10) / 10;
  };
  const record = (kind: Step['kind'], position: number, ticks: number | null, to: number | null) => {
    if (!isLate()) steps.push({ kind, position, ticks, seq: steps.length + 1, to, after });
  };

  for (const [index, question] of questions.entries()) {
    const position = index + 1;
    wait(1);
    const next = () => (position < questions.length ? position + 1 : (skipped[0] ?? null));
    if (happens(random, 0.06)) {
      skipped.push(position);
      record('skipped', position, null, next());
    } else record('saved', position, ticksOf(random, question, ability), next());
  }
  for (const [index, position] of skipped.entries()) {
    const question = questions[position - 1];
    wait(0.8);
    if (question && happens(random, 0.75))
      record('saved', position, ticksOf(random, question, ability), skipped[index + 1] ?? null);
  }
  for (const [index, question] of questions.entries()) {
    if (skipped.includes(index + 1) || !happens(random, 0.07)) continue;
    wait(0.5);
    record('saved', index + 1, ticksOf(random, question, ability), null);
  }
  wait(0.5);
  return { steps, doneAfter: isLate() ? undefined : after };
}
