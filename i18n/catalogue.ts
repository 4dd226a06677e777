import type { ErrorCode } from '#domain/errors.ts';

/**
 * A catalogue in another language has every key of the English one. A key that ends in a plural form becomes
 * all forms of the other language: `rows_one` and `rows_other` in English become one, few and other in Romanian.
 */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Plain<K extends string> = K extends `${string}_${PluralForm}` ? never : K;
type PluralBase<K extends string> = K extends `${infer Base}_${PluralForm}` ? Base : never;

type Area<E, Forms extends PluralForm> = Readonly<
  Record<Plain<keyof E & string>, string> & Record<`${PluralBase<keyof E & string>}_${Forms}`, string>
>;

/*
 * Each language lists its areas itself, in `main.ts` and in `en.ts`, `ro.ts` or `fr.ts`: imports are static, so one list for
 * all languages would need a glob that Node does not know, or put all languages into one chunk. The compiler compares
 * the lists: an area that one language leaves out does not compile.
 */

/** What a language must provide, given the English areas and the plural forms it has. */
export type Translation<E, Forms extends PluralForm> = { readonly [A in keyof E]: Area<E[A], Forms> };

/** The texts of question files in one language: words for answers that a file only implies, the sheets of the template, and its example. */
export type ImportTemplate = {
  readonly words: Readonly<
    Record<'true' | 'false' | 'yes' | 'no' | 'agree' | 'disagree' | 'right' | 'wrong' | 'image', string>
  >;
  readonly texts: {
    readonly questions: string;
    readonly guide: string;
    readonly example: string;
    readonly lines: readonly string[];
  };
  readonly example: {
    readonly text: string;
    readonly correct: readonly string[];
    readonly wrong: readonly string[];
    readonly source: string;
  };
};

/** The refusals whose texts every page loads first: those of Login, of a running exam and of any call. */
export type FirstErrorCode = Extract<
  ErrorCode,
  | `auth.${string}`
  | `exam.${string}`
  | `request.${string}`
  | `server.${string}`
  | 'resource.notFound'
  | 'validation.failed'
  | 'validation.required'
  | 'validation.tooLong'
  | 'validation.tooShort'
>;
