/** A replacement in one file; the text must occur exactly once. */
export type Edit = { readonly file: string; readonly find: string; readonly put: string };

/** A deliberate defect and the tests that must fail. */
export type Mutant = {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly project: 'api' | 'faults';
  readonly tests: readonly string[];
  /** Runs only tests whose title contains this. */
  readonly only?: string;
};

/** A mutant that API tests must kill. */
export const one = (name: string, tests: readonly string[], ...edits: readonly Edit[]): Mutant => ({
  name,
  edits,
  project: 'api',
  tests,
});
export const inFile = (file: string, find: string, put: string): Edit => ({ file, find, put });

/** Applies an edit; throws when it no longer matches the source. */
export function edited(text: string, { file, find, put }: Edit): string {
  if (text.split(find).length !== 2)
    throw new Error(`does not fit any more: the text is not in ${file} exactly once:\n${find}`);
  return text.replace(find, () => put);
}
