/**
 * Every finding about an imported or exported file or one of its questions: its severity and the parameters of its
 * text. A new code does not compile without its three translations.
 */
export type Severity = 'error' | 'notice';
export type FindingParams = Readonly<Record<string, string | number>>;

type Entry<P extends FindingParams> = { readonly severity: Severity; readonly params?: P };
type NoParams = Record<never, never>;

const error = <P extends FindingParams = NoParams>(): Entry<P> => ({ severity: 'error' });
const notice = <P extends FindingParams = NoParams>(): Entry<P> => ({ severity: 'notice' });

export const findings = {
  'import.fileEmpty': error(),
  'import.fileTooLarge': error<{ megabytes: number }>(),
  'import.formatUnknown': error(),
  'import.oldExcel': error(),
  'import.wordDocument': error(),
  'import.xmlBroken': error<{ line: number }>(),
  'import.xmlDoctype': error(),
  'import.xmlTooDeep': error<{ max: number }>(),
  'import.xmlTooLarge': error(),
  'import.zipBroken': error(),
  'import.zipEncrypted': error(),
  'import.zipTooLarge': error(),
  'import.zipPath': error<{ name: string }>(),
  'import.zipRepeated': error<{ name: string }>(),
  'import.workbookBroken': error(),
  'import.csvBroken': error<{ line: number }>(),
  'import.headerMissing': error(),
  'import.columnRepeated': error<{ column: string }>(),
  'import.noQuestions': error(),
  'import.tooManyQuestions': error<{ max: number }>(),
  'import.tooManyStudents': error<{ max: number }>(),
  'import.noStudents': error(),
  'import.noStudentTable': error(),
  'import.tooHeavy': error(),
  'import.encodingGuessed': notice<{ encoding: string }>(),
  'import.bytesBroken': notice<{ count: number }>(),
  'import.fileNotRead': notice(),
  'import.filesNotRead': notice<{ count: number }>(),
  'import.twinNotRead': notice<{ other: string }>(),
  'import.itemsElsewhere': notice<{ names: string }>(),
  'import.columnMissing': notice<{ column: string }>(),
  'import.otherSheets': notice<{ sheets: string }>(),
  'import.mergedCells': notice(),
  'import.macrosIgnored': notice(),
  'import.notesDropped': notice(),
  'import.columnUnknown': notice<{ column: string }>(),
  'import.columnNotRead': notice<{ column: string; other: string }>(),

  'import.unsupportedType': error<{ type: string }>(),
  'import.itemFileBroken': error<{ file: string; line: number }>(),
  'import.itemFileMissing': error<{ file: string }>(),
  'import.bracesUnbalanced': error(),
  'import.answersTwice': error(),
  'import.answerLineMissing': error(),
  'import.answerLinesDiffer': error(),
  'import.choicesMissing': error(),
  'import.letterUnexpected': error<{ letter: string; expected: string }>(),
  'import.optionBelowAnswer': error<{ letter: string }>(),
  'import.rowShifted': error<{ text: string }>(),
  'import.formulaEmpty': error(),
  'import.answerUnknown': error<{ answer: string }>(),
  'import.templated': error(),
  'import.alternativeKeys': error(),
  'import.keyUnclear': error(),
  'import.paragraphUnclear': error<{ text: string }>(),
  'import.explanationAbove': error<{ text: string }>(),
  'import.scoringUnknown': error<{ variable: string }>(),
  'import.stimulusMissing': error<{ name: string }>(),
  'import.textEmpty': error(),
  'import.textTooLong': error<{ max: number }>(),
  'import.answerTooLong': error<{ max: number }>(),
  'import.tooManyAnswers': error<{ max: number }>(),
  'import.noCorrect': error(),
  'import.noWrong': error(),
  'import.tooFewCorrect': error<{ missing: number }>(),
  'import.tooFewWrong': error<{ missing: number }>(),
  'import.contradictoryAnswer': error<{ answer: string }>(),
  'import.pointsInvalid': error<{ value: string }>(),
  'import.imageNotGiven': error<{ name: string }>(),
  'import.imageNeeded': error<{ name: string }>(),
  'import.chapterUnknown': error<{ chapter: string }>(),
  'import.chapterMissing': error(),
  'import.notWritten': error(),

  'import.rowShort': notice<{ cells: number; columns: number }>(),
  'import.incompletePool': notice<{ correct: number; wrong: number }>(),
  'import.partialCredit': notice(),
  'import.keyContradicted': notice<{ answers: string }>(),
  'import.alternativeAnswers': notice(),
  'import.penaltyIgnored': notice(),
  'import.feedbackDropped': notice(),
  'import.tagsDropped': notice<{ tags: string }>(),
  'import.instructionsDropped': notice<{ text: string }>(),
  'import.duplicateAnswer': notice<{ answer: string }>(),
  'import.answerEmpty': notice(),
  'import.answerUnmarked': notice<{ answer: string }>(),
  'import.equalsUnescaped': notice<{ answer: string }>(),
  'import.severalLetters': notice(),
  'import.paragraphsJoined': notice<{ text: string }>(),
  'import.markScaled': notice<{ mark: number; points: number }>(),
  'import.markIgnored': notice<{ mark: number }>(),
  'import.itemSplit': notice<{ part: number; parts: number }>(),
  'import.imageMissing': notice<{ name: string }>(),
  'import.imageAmbiguous': notice<{ name: string }>(),
  'import.imageExternal': notice<{ address: string }>(),
  'import.imageUnsupported': notice<{ name: string }>(),
  'import.imageTooLarge': notice<{ name: string }>(),
  'import.imagesLeftOut': notice<{ count: number }>(),
  'import.imageOnly': notice(),
  'import.backgroundDropped': notice<{ name: string }>(),
  'import.mediaDropped': notice(),
  'import.hiddenTextDropped': notice<{ text: string }>(),
  'import.linkDropped': notice<{ address: string }>(),
  'import.shortened': notice<{ text: string }>(),
  'import.strikeDropped': notice(),
  'import.underlineDropped': notice(),
  'import.colourDropped': notice(),
  'import.severalLanguages': notice(),
  'import.activeContentRemoved': notice(),
  'import.formulaValue': notice(),
  'import.dateCell': notice(),
  'import.numberFormat': notice<{ value: string }>(),
  'import.symbolFont': notice<{ characters: string }>(),
  'import.dingbatFont': notice<{ characters: string }>(),
  'import.charactersDropped': notice<{ characters: string }>(),
  'import.controlsRead': notice<{ characters: string }>(),
  'import.apostropheRemoved': notice(),
  'import.repeatedInFile': notice<{ position: number }>(),
  'import.inBank': notice<{ question: number }>(),

  'export.severalCorrect': error(),
  'export.textNotHeld': error(),
  'export.imagesNotHeld': notice(),
  'export.formattingNotHeld': notice(),
  'export.linesNotHeld': notice(),
  'export.pointsNotHeld': notice<{ points: number }>(),
  'export.referencesNotHeld': notice(),
} as const;

export type FindingCode = keyof typeof findings;
export type FindingParamsOf<C extends FindingCode> = NonNullable<(typeof findings)[C]['params']>;

/** One message to the user who imports or exports. */
export type Finding = { readonly code: FindingCode; readonly params: FindingParams };

type ParamsArgument<C extends FindingCode> = keyof FindingParamsOf<C> extends never
  ? []
  : [params: FindingParamsOf<C>];

/** Creates a finding with the parameters of its code. */
export function finding<C extends FindingCode>(code: C, ...[params]: ParamsArgument<C>): Finding {
  return { code, params: params ?? {} };
}

const severityOf = ({ code }: Finding): Severity => findings[code].severity;
export const isError = (one: Finding) => severityOf(one) === 'error';

/** A file that cannot be read at all. Readers throw it internally and return its finding. */
export class FileRefusal extends Error {
  readonly finding: Finding;

  constructor(refused: Finding) {
    super(refused.code);
    this.name = 'FileRefusal';
    this.finding = refused;
  }
}

/** Aborts the reading of a file with a reason. */
export function refuseFile<C extends FindingCode>(code: C, ...params: ParamsArgument<C>): never {
  throw new FileRefusal(finding(code, ...params));
}
