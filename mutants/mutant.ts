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
