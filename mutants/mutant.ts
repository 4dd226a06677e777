/** A change of one place; the text must be there exactly once. */
export type Edit = { readonly file: string; readonly find: string; readonly put: string };

/** A build that is broken on purpose, and the tests that must notice it. */
export type Mutant = {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly project: 'api' | 'faults';
  readonly tests: readonly string[];
  /** Only tests whose title has this in it. */
  readonly only?: string;
};

/** A mutant that API tests must notice. */
export const one = (name: string, tests: readonly string[], ...edits: readonly Edit[]): Mutant => ({
  name,
  edits,
  project: 'api',
  tests,
});
export const inFile = (file: string, find: string, put: string): Edit => ({ file, find, put });

/** A text with an edit made. A mutant that no longer fits the sources would prove nothing. */
export function edited(text: string, { file, find, put }: Edit): string {
  if (text.split(find).length !== 2)
    throw new Error(`does not fit any more: the text is not in ${file} exactly once:\n${find}`);
  return text.replace(find, () => put);
}
