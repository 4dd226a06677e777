import { type Mark, type RichText, readRichText } from './rich-text.ts';

/** A run of text that is in both versions or only in the newer or older one; with its formatting. */
export type DiffPart = {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly marks: readonly Mark[];
};

export type ComparedAnswer = {
  readonly text: string;
  readonly image: string | null;
  readonly isCorrect: boolean;
  readonly referenceTitle: string | null;
  readonly referencePage: string | null;
};

export type ComparedVersion = {
  readonly text: string;
  readonly image: string | null;
  readonly points: number;
  readonly answers: readonly ComparedAnswer[];
};

export type ImageChange = 'added' | 'removed' | 'replaced';
export type ReferenceChange = { readonly before: string; readonly after: string };

export type AnswerDifference =
  | { readonly type: 'added' | 'removed'; readonly answer: ComparedAnswer }
  | {
      readonly type: 'changed';
      readonly answer: ComparedAnswer;
      /** Both texts, word by word; only "same" parts when the wording is unchanged. */
      readonly text: readonly DiffPart[];
      /** The answer changed from correct to false, or the other way round. */
      readonly key: boolean;
      readonly image: ImageChange | undefined;
      readonly reference: ReferenceChange | undefined;
    };

/** The changes between two versions; unchanged fields are left out. */
export type VersionDifference = {
  readonly text: readonly DiffPart[] | undefined;
  readonly image: ImageChange | undefined;
  readonly points: { readonly before: number; readonly after: number } | undefined;
  readonly answers: readonly AnswerDifference[];
  /** The remaining answers are in another order. */
  readonly reordered: boolean;
};

type Token = { readonly text: string; readonly marks: readonly Mark[] };

/** Tokens: words, spaces and signs, each with its formatting. */
function tokensOf(nodes: RichText, marks: readonly Mark[] = []): Token[] {
  return nodes.flatMap((node): Token[] => {
    if (node.type === 'break') return [{ text: '\n', marks }];
    if (node.type !== 'text') return tokensOf(node.content, [...marks, node.type]);
    return (node.text.match(/[\p{L}\p{N}]+|\s+|./gsu) ?? []).map((text) => ({ text, marks }));
  });
}

const sameToken = (one: Token | undefined, other: Token | undefined) =>
  one?.text === other?.text && one?.marks.join() === other?.marks.join();

/** Above this size the comparison table is too slow for a screen; the texts are then shown as a whole. */
const maxComparisons = 4_000_000;

/** For each pair of positions, the length of the longest common subsequence of the remaining tokens. */
function sharedSuffixes(before: readonly Token[], after: readonly Token[]): Uint16Array {
  const width = after.length + 1;
  const shared = new Uint16Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const here = row * width + column;
      shared[here] = sameToken(before[row], after[column])
        ? (shared[here + width + 1] ?? 0) + 1
        : Math.max(shared[here + width] ?? 0, shared[here + 1] ?? 0);
    }
  }
  return shared;
}

const partsOf = (kind: DiffPart['kind'], tokens: readonly Token[]): DiffPart[] =>
  tokens.map((token) => ({ kind, ...token }));

function compareMiddle(before: readonly Token[], after: readonly Token[]): DiffPart[] {
  if (before.length * after.length > maxComparisons)
    return [...partsOf('removed', before), ...partsOf('added', after)];
  const shared = sharedSuffixes(before, after);
  const width = after.length + 1;
  const parts: DiffPart[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const old = before[row];
    const fresh = after[column];
    if (old && fresh && sameToken(old, fresh)) {
      parts.push({ kind: 'same', ...fresh });
      row += 1;
      column += 1;
    } else if (
      old &&
      (!fresh || (shared[(row + 1) * width + column] ?? 0) >= (shared[row * width + column + 1] ?? 0))
    ) {
      parts.push({ kind: 'removed', ...old });
      row += 1;
    } else if (fresh) {
      parts.push({ kind: 'added', ...fresh });
      column += 1;
    }
  }
  return parts;
}

/** Merges neighbours of the same kind and formatting. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && last.kind === part.kind && last.marks.join() === part.marks.join())
      all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}

/**
 * Merges a single space between two changed words into the change, so that a rewritten sentence reads as one deletion
 * and one insertion instead of many single words.
 */
function gathered(parts: readonly DiffPart[]): DiffPart[] {
  const runs: DiffPart[] = [];
  let removed: DiffPart[] = [];
  let added: DiffPart[] = [];
  const flush = () => {
    runs.push(...removed, ...added);
    removed = [];
    added = [];
  };
  parts.forEach((part, at) => {
    const between = removed.length + added.length > 0 && parts[at + 1] && parts[at + 1]?.kind !== 'same';
    if (part.kind === 'removed') removed.push(part);
    else if (part.kind === 'added') added.push(part);
    else if (between && /^\s+$/.test(part.text)) {
      removed.push({ ...part, kind: 'removed' });
      added.push({ ...part, kind: 'added' });
    } else {
      flush();
      runs.push(part);
    }
  });
  flush();
  return runs;
}

/** Compares two texts word by word. Without its "added" parts it is the older text, without "removed" the newer one. */
export function compareTexts(before: string, after: string): DiffPart[] {
  const old = tokensOf(readRichText(before));
  const fresh = tokensOf(readRichText(after));
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && sameToken(old[start], fresh[start])) start += 1;
  let end = 0;
  while (
    end < Math.min(old.length, fresh.length) - start &&
    sameToken(old[old.length - 1 - end], fresh[fresh.length - 1 - end])
  )
    end += 1;
  const middle = compareMiddle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  return joined([
    ...partsOf('same', fresh.slice(0, start)),
    ...gathered(middle),
    ...partsOf('same', fresh.slice(fresh.length - end)),
  ]);
}

const changedWords = (parts: readonly DiffPart[]) => parts.some((part) => part.kind !== 'same');

/** The similarity from 0, nothing in common, to 1, equal: the share of letters that both texts have in order. */
function similarity(parts: readonly DiffPart[]): number {
  const letters = (kind: DiffPart['kind']) =>
    parts
      .filter((part) => part.kind === kind)
      .reduce((sum, part) => sum + part.text.replaceAll(/\s/g, '').length, 0);
  const same = letters('same');
  const all = same * 2 + letters('added') + letters('removed');
  return all === 0 ? 1 : (same * 2) / all;
}

/** Answers less similar than this are two different answers, not one reworded. */
const minSimilarity = 0.5;

type Pair = { readonly before: number; readonly after: number };

/** Matches old answers to new ones: identical wording first, then the most similar. */
function pairAnswers(before: readonly ComparedAnswer[], after: readonly ComparedAnswer[]): Pair[] {
  const pairs: Pair[] = [];
  const free = { before: new Set(before.keys()), after: new Set(after.keys()) };
  const join = (pair: Pair) => {
    if (!free.before.has(pair.before) || !free.after.has(pair.after)) return;
    pairs.push(pair);
    free.before.delete(pair.before);
    free.after.delete(pair.after);
  };
  const every = () =>
    [...free.before].flatMap((old) => [...free.after].map((fresh) => ({ before: old, after: fresh })));
  const textsOf = (pair: Pair) => [before[pair.before]?.text ?? '', after[pair.after]?.text ?? ''] as const;
  for (const pair of every()) {
    const [old, fresh] = textsOf(pair);
    if (old.trim() === fresh.trim()) join(pair);
  }
  every()
    .map((pair) => ({ pair, like: similarity(compareTexts(...textsOf(pair))) }))
    .filter(({ like }) => like >= minSimilarity)
    .sort((one, other) => other.like - one.like)
    .forEach(({ pair }) => {
      join(pair);
    });
  return pairs.sort((one, other) => one.after - other.after);
}

function compareImages(before: string | null, after: string | null): ImageChange | undefined {
  if (before === after) return undefined;
  if (before === null) return 'added';
  return after === null ? 'removed' : 'replaced';
}

const referenceOf = (answer: ComparedAnswer) =>
  [answer.referenceTitle, answer.referencePage].filter((part) => part !== null && part !== '').join(', ');

function compareAnswer(before: ComparedAnswer, after: ComparedAnswer): AnswerDifference[] {
  const text = compareTexts(before.text, after.text);
  const key = before.isCorrect !== after.isCorrect;
  const image = compareImages(before.image, after.image);
  const references = { before: referenceOf(before), after: referenceOf(after) };
  const reference = references.before === references.after ? undefined : references;
  const changed = changedWords(text) || key || image !== undefined || reference !== undefined;
  return changed ? [{ type: 'changed', answer: after, text, key, image, reference }] : [];
}

/** All differences in the newer of two versions. */
export function compareVersions(before: ComparedVersion, after: ComparedVersion): VersionDifference {
  const text = compareTexts(before.text, after.text);
  const pairs = pairAnswers(before.answers, after.answers);
  const answerBefore = new Map(pairs.map((pair) => [pair.after, before.answers[pair.before]]));
  const left = new Set(pairs.map((pair) => pair.before));
  const order = pairs.map((pair) => pair.before);
  return {
    text: changedWords(text) ? text : undefined,
    image: compareImages(before.image, after.image),
    points: before.points === after.points ? undefined : { before: before.points, after: after.points },
    answers: [
      ...after.answers.flatMap((answer, index) => {
        const old = answerBefore.get(index);
        return old ? compareAnswer(old, answer) : [{ type: 'added' as const, answer }];
      }),
      ...before.answers.flatMap((answer, index) =>
        left.has(index) ? [] : [{ type: 'removed' as const, answer }],
      ),
    ],
    reordered: order.some((index, at) => at > 0 && index < (order[at - 1] ?? 0)),
  };
}

/** Whether two versions are equal. */
export function isUnchanged(difference: VersionDifference): boolean {
  const { text, image, points, answers, reordered } = difference;
  return !text && !image && !points && answers.length === 0 && !reordered;
}
