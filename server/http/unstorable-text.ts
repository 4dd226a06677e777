import { type FieldProblem, maxProblems, problem } from '#domain/errors.ts';

/** Lone surrogates, which JSON allows and UTF-8 does not. */
const loneSurrogate = /\p{Surrogate}/u;
/**
 * More combining marks on one letter than any script uses (Unicode's stream-safe format allows 30). Normalization
 * takes quadratic time in their number.
 */
const tooManyMarks = /\p{M}{31}/u;
/** Most texts of an exam contain only these letters and need no further check. */
const plainLetters = /^[ -~]*$/;
const isUnstorable = (text: string) =>
  !plainLetters.test(text) && (text.includes('\0') || loneSurrogate.test(text) || tooManyMarks.test(text));

/** Longer than the path of any field. */
const maxPathLength = 200;

/**
 * The first texts of a request that no database column can store, at any depth. Walks without recursion, so nesting
 * cannot exhaust the stack.
 */
export function unstorableTexts(data: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const waiting: Array<readonly [path: string, value: unknown]> = [['', data]];
  for (let next = waiting.pop(); next && problems.length < maxProblems; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && isUnstorable(value)) problems.push(problem(path, 'validation.text'));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (isUnstorable(key)) problems.push(problem(path, 'validation.text'));
      else waiting.push([(path ? `${path}.${key}` : key).slice(0, maxPathLength), inner]);
    }
  }
  return problems.slice(0, maxProblems);
}
