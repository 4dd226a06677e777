import type { QuestionKind } from '../question-bank/question-kind.ts';
import { type Random, sample, shuffle, weighted } from './seeded-random.ts';

/** How many answers a served question shows and how many of them may be correct when it is multiple (settings); spelled as on the wire. */
export type AnswerLimits = {
  readonly maxAnswers: number;
  readonly minComplex: number;
  readonly maxComplex: number;
};

/** A question of the bank as the drawer sees it: the positions of its correct and of its wrong answers. */
export type Pool = {
  readonly id: number;
  readonly correct: readonly number[];
  readonly wrong: readonly number[];
  /** Fewer than five correct and five wrong answers: served only as it is. */
  readonly incomplete: boolean;
};

export type DrawnQuestion = {
  readonly questionId: number;
  readonly kind: QuestionKind;
  /** The answers in the order shown, as positions in the pool. */
  readonly answers: readonly number[];
};

export type ChapterDemand = {
  readonly pools: readonly Pool[];
  readonly simple: number;
  readonly multiple: number;
};

/** The numbers of correct answers a multiple question may have; at least one wrong answer is always added. */
function multipleCounts(pool: Pool, limits: AnswerLimits): number[] {
  const counts: number[] = [];
  for (let count = Math.max(2, limits.minComplex); count <= limits.maxComplex; count += 1) {
    const wrong = limits.maxAnswers - count;
    if (count <= pool.correct.length && wrong >= 1 && wrong <= pool.wrong.length) counts.push(count);
  }
  return counts;
}

/** Whether a pool can be served as a kind; every multiple question served has a wrong answer. */
export function canServe(pool: Pool, kind: QuestionKind, limits: AnswerLimits): boolean {
  if (pool.incomplete) {
    return (
      pool.wrong.length >= 1 && (kind === 'simple' ? pool.correct.length === 1 : pool.correct.length > 1)
    );
  }
  return kind === 'simple'
    ? pool.correct.length >= 1 && pool.wrong.length >= limits.maxAnswers - 1
    : multipleCounts(pool, limits).length > 0;
}

/** Draws the answers of one question and the order they are shown in. */
export function drawAnswers(random: Random, pool: Pool, kind: QuestionKind, limits: AnswerLimits): number[] {
  if (pool.incomplete) return shuffle(random, [...pool.correct, ...pool.wrong]);
  const counts = multipleCounts(pool, limits);
  const correct = kind === 'simple' ? 1 : (counts[random.below(counts.length)] as number);
  return shuffle(random, [
    ...sample(random, pool.correct, correct),
    ...sample(random, pool.wrong, limits.maxAnswers - correct),
  ]);
}

function choose(from: number, count: number): bigint {
  if (count < 0 || count > from) return 0n;
  let combinations = 1n;
  for (let step = 1; step <= count; step += 1)
    combinations = (combinations * BigInt(from - count + step)) / BigInt(step);
  return combinations;
}

/** Questions with the same abilities, with avoided ones separate. */
type PoolGroup = { readonly fresh: readonly Pool[]; readonly avoided: readonly Pool[] };

function groupOf(pools: readonly Pool[], avoid: ReadonlySet<number>): PoolGroup {
  return {
    fresh: pools.filter((pool) => !avoid.has(pool.id)),
    avoided: pools.filter((pool) => avoid.has(pool.id)),
  };
}

const sizeOf = (group: PoolGroup) => group.fresh.length + group.avoided.length;
const needed = (group: PoolGroup, count: number) => Math.max(0, count - group.fresh.length);
const combinations = (group: PoolGroup, count: number) =>
  choose(group.fresh.length, count - needed(group, count)) *
  choose(group.avoided.length, needed(group, count));
const take = (random: Random, group: PoolGroup, count: number) => [
  ...sample(random, group.fresh, count - needed(group, count)),
  ...sample(random, group.avoided, needed(group, count)),
];

type PoolGroups = {
  readonly either: PoolGroup;
  readonly onlySimple: PoolGroup;
  readonly onlyMultiple: PoolGroup;
};
/** How much of the demand comes from pools that serve only one kind; the rest comes from `either`. */
type Split = { readonly simple: number; readonly multiple: number };

function groupsOf({ pools }: ChapterDemand, limits: AnswerLimits, avoid: ReadonlySet<number>): PoolGroups {
  const abilities = pools.map((pool) => ({
    pool,
    simple: canServe(pool, 'simple', limits),
    multiple: canServe(pool, 'multiple', limits),
  }));
  const able = (simple: boolean, multiple: boolean) =>
    groupOf(
      abilities.flatMap((one) => (one.simple === simple && one.multiple === multiple ? [one.pool] : [])),
      avoid,
    );
  return { either: able(true, true), onlySimple: able(true, false), onlyMultiple: able(false, true) };
}

/**
 * The ways to split a chapter's demand, each with its number of possible choices. Keeps only the splits that repeat the
 * fewest avoided questions.
 */
function weighSplits(demand: ChapterDemand, groups: PoolGroups): (readonly [Split, bigint])[] {
  const found: { split: Split; repeated: number; weight: bigint }[] = [];
  const maxSimple = Math.min(demand.simple, sizeOf(groups.onlySimple));
  const maxMultiple = Math.min(demand.multiple, sizeOf(groups.onlyMultiple));
  for (let simple = 0; simple <= maxSimple; simple += 1) {
    for (let multiple = 0; multiple <= maxMultiple; multiple += 1) {
      const either = demand.simple - simple + demand.multiple - multiple;
      const weight =
        combinations(groups.onlySimple, simple) *
        combinations(groups.onlyMultiple, multiple) *
        combinations(groups.either, either) *
        choose(either, demand.simple - simple);
      const repeated =
        needed(groups.onlySimple, simple) +
        needed(groups.onlyMultiple, multiple) +
        needed(groups.either, either);
      if (weight > 0n) found.push({ split: { simple, multiple }, repeated, weight });
    }
  }
  const fewest = Math.min(...found.map((one) => one.repeated));
  return found.filter((one) => one.repeated === fewest).map((one) => [one.split, one.weight] as const);
}

/** How many different choices of questions a chapter can serve; 0 when it cannot meet the demand. */
export function countChoices(demand: ChapterDemand, limits: AnswerLimits): bigint {
  return weighSplits(demand, groupsOf(demand, limits, new Set())).reduce(
    (total, [, weight]) => total + weight,
    0n,
  );
}

/** For each servable question, the probability of being in a paper when nothing is avoided. */
export function inclusionChances(demand: ChapterDemand, limits: AnswerLimits): number[] {
  const groups = groupsOf(demand, limits, new Set());
  const splits = weighSplits(demand, groups);
  const all = splits.reduce((total, [, weight]) => total + weight, 0n);
  const chanceOf = (group: PoolGroup, taken: (split: Split) => number) => {
    const expected = splits.reduce((total, [split, weight]) => total + BigInt(taken(split)) * weight, 0n);
    return group.fresh.map(() => Number((expected * 1_000_000_000n) / all) / 1e9 / group.fresh.length);
  };
  return [
    ...chanceOf(groups.onlySimple, (split) => split.simple),
    ...chanceOf(groups.onlyMultiple, (split) => split.multiple),
    ...chanceOf(groups.either, (split) => demand.simple - split.simple + demand.multiple - split.multiple),
  ];
}

/**
 * Draws one chapter. Every choice of questions and kinds that meets the demand is equally likely; questions in `avoid`
 * are used only when there are not enough others. The bank must be able to meet the demand.
 */
export function drawChapter(
  random: Random,
  demand: ChapterDemand,
  limits: AnswerLimits,
  avoid: ReadonlySet<number> = new Set(),
): DrawnQuestion[] {
  const groups = groupsOf(demand, limits, avoid);
  const splits = weighSplits(demand, groups);
  if (splits.length === 0) throw new Error('the chapter cannot serve what is asked of it');
  const split = weighted(random, splits);
  const fromEither = demand.simple - split.simple;
  const either = shuffle(random, take(random, groups.either, fromEither + demand.multiple - split.multiple));
  const served = (kind: QuestionKind) => (pool: Pool) => ({
    questionId: pool.id,
    kind,
    answers: drawAnswers(random, pool, kind, limits),
  });
  return [
    ...[...take(random, groups.onlySimple, split.simple), ...either.slice(0, fromEither)].map(
      served('simple'),
    ),
    ...[...take(random, groups.onlyMultiple, split.multiple), ...either.slice(fromEither)].map(
      served('multiple'),
    ),
  ];
}

/** Draws a whole paper: every chapter, then all questions in one random order. */
export function drawPaper(
  random: Random,
  chapters: readonly ChapterDemand[],
  limits: AnswerLimits,
  avoid: ReadonlySet<number> = new Set(),
): DrawnQuestion[] {
  return shuffle(
    random,
    chapters.flatMap((chapter) => drawChapter(random, chapter, limits, avoid)),
  );
}
