import type { FindingCode } from '#domain/imports/findings.ts';

/** The text of each finding about a question file; parameters are in double braces. */
export const importFindings: Record<FindingCode, string> = {
  'import.fileEmpty': 'The file is empty.',
  'import.fileTooLarge': 'The file is too large; at most {{megabytes}} MB are accepted.',
  'import.formatUnknown':
    'This is not a known question file: Excel (.xlsx), CSV, Moodle XML, GIFT, Aiken or QTI.',
  'import.oldExcel': 'This is an old Excel file (.xls). Save it as .xlsx and upload it again.',
  'import.wordDocument':
    'This is a Word document; questions are not read from it. Put them into the Excel template, or into a GIFT or Aiken text file.',
  'import.xmlBroken': 'The XML is broken at line {{line}}.',
  'import.xmlDoctype': 'The XML declares a document type of its own; for safety it is not read.',
  'import.xmlTooDeep': 'The elements are nested more than {{max}} levels deep.',
  'import.xmlTooLarge': 'The XML has too many elements.',
  'import.zipBroken': 'The archive is damaged or packed in an unknown way.',
  'import.zipEncrypted': 'The archive is protected by a password.',
  'import.zipTooLarge': 'The archive is too large when unpacked.',
  'import.zipPath': 'The archive contains a file at a path that is not allowed: {{name}}.',
  'import.zipRepeated':
    'The archive contains several files of the same name: {{name}}. Rename them and pack it again.',
  'import.workbookBroken': 'The Excel workbook cannot be read.',
  'import.csvBroken': 'The CSV file is broken at line {{line}}.',
  'import.headerMissing':
    'The header is missing: at least the columns Question, Correct 1 and Wrong 1 are needed, as in the template.',
  'import.columnRepeated':
    'Two columns say the same as “{{column}}”; keep one of them, or number them (Correct 1, Correct 2…).',
  'import.noQuestions': 'The file contains no questions.',
  'import.tooManyQuestions': 'The file contains more than {{max}} questions; split it.',
  'import.tooManyStudents': 'The file contains more than {{max}} rows; split it.',
  'import.noStudents': 'The file contains no students.',
  'import.noStudentTable':
    'This is not a table of students: an Excel (.xlsx) or CSV file with the eleven columns of the template is needed.',
  'import.tooHeavy': 'The file needs more time or memory than is allowed; split it into smaller files.',
  'import.encodingGuessed': 'The file is not in UTF-8; it was read as {{encoding}}. Check the accents.',
  'import.bytesBroken': 'The file has broken bytes; they became “�”: {{count}}.',
  'import.fileNotRead':
    'This file of the archive contains no questions in a format we know; it was not read.',
  'import.filesNotRead': 'More files of the archive that were not read: {{count}}.',
  'import.twinNotRead': 'This file contains the same questions as {{other}}, which was read instead.',
  'import.itemsElsewhere':
    'The file refers to questions that it does not contain: {{names}}. Check that their file is imported, too.',
  'import.columnMissing': 'The column “{{column}}” is missing.',
  'import.otherSheets': 'Only one sheet is read; these are not: {{sheets}}.',
  'import.mergedCells': 'Merged cells were read as if each of them contained the value.',
  'import.macrosIgnored': 'The file contains macros; they are not run, only the cells are read.',
  'import.notesDropped': 'The file contains comments on cells; they are not imported.',
  'import.columnUnknown': 'The column “{{column}}” is unknown and is not imported.',
  'import.columnNotRead': 'The column “{{column}}” says the same as “{{other}}” and is not imported.',

  'import.unsupportedType': 'Questions of type “{{type}}” cannot be imported; only choice questions can.',
  'import.itemFileBroken': 'The file {{file}} in the package is broken at line {{line}}.',
  'import.itemFileMissing': 'The package lists the file {{file}}, but does not contain it.',
  'import.bracesUnbalanced': 'The braces around the answers do not match.',
  'import.answersTwice':
    'The question has answers in braces more than once. If these are several questions, put an empty line between them.',
  'import.answerLineMissing': 'The ANSWER line is missing.',
  'import.answerLinesDiffer': 'The question has several ANSWER lines that contradict each other.',
  'import.choicesMissing': 'The question has no choices.',
  'import.letterUnexpected':
    'A line starts like option {{letter}}, but option {{expected}} comes next. Put the letters in order, or join the line with the one above.',
  'import.optionBelowAnswer':
    'Option {{letter}} is below the ANSWER line. Put it above, or an empty line between them if the next question begins there.',
  'import.rowShifted':
    'The row does not fit its header near “{{text}}”: a cell has no heading. A separator inside a text may have shifted the row (put that text in quotes); or name the column.',
  'import.formulaEmpty':
    'A formula of the row has no stored value. Open the file in a spreadsheet, save it and upload it again.',
  'import.answerUnknown': 'The correct answer “{{answer}}” is not among the choices.',
  'import.templated': 'The question is built from variables; it cannot be imported.',
  'import.alternativeKeys':
    'The file accepts several different combinations of answers; a question here has one key.',
  'import.keyUnclear': 'The scoring rules of the file do not tell for certain which answers are correct.',
  'import.scoringUnknown':
    'Points are counted in the variable “{{variable}}”, which is not known; the correct answers cannot be told from it.',
  'import.stimulusMissing':
    'The shared text of the question ({{name}}) is not in the file; upload the whole package.',
  'import.textEmpty': 'The question has no text.',
  'import.textTooLong': 'The text of the question is longer than {{max}} characters.',
  'import.answerTooLong': 'An answer is longer than {{max}} characters.',
  'import.tooManyAnswers': 'The question has more than {{max}} answers.',
  'import.noCorrect': 'No answer is correct.',
  'import.noWrong': 'No answer is wrong.',
  'import.tooFewCorrect': 'At least 5 correct answers are needed; {{missing}} missing.',
  'import.tooFewWrong': 'At least 5 wrong answers are needed; {{missing}} missing.',
  'import.contradictoryAnswer': 'The answer “{{answer}}” is given both as correct and as wrong.',
  'import.pointsInvalid': 'The points “{{value}}” are not a positive number.',
  'import.imageNotGiven':
    'The image {{name}} was not sent; put the table and its images into one .zip archive.',
  'import.imageNeeded':
    'The image {{name}} cannot be used, and without it the question or an answer makes no sense.',
  'import.chapterUnknown': 'The discipline has no chapter “{{chapter}}”.',
  'import.chapterMissing': 'No chapter is chosen.',
  'import.notWritten': 'The question could not be added to the question bank.',

  'import.rowShort':
    'The row ends early: {{cells}} of {{columns}} columns are given, and the others were read as empty. A line break inside a text may have cut the row (put that text in quotes).',
  'import.incompletePool':
    'Incomplete question ({{correct}} correct, {{wrong}} wrong): it can be asked only as it is, and editing it will require 5 and 5.',
  'import.partialCredit': 'Partial credit per answer is not kept.',
  'import.keyContradicted':
    'The file names {{answers}} as correct but gives no points for it; it is imported as correct. Check the key.',
  'import.alternativeAnswers':
    'The file accepts any one of several answers; all of them are imported as correct.',
  'import.penaltyIgnored': 'Negative points are not kept; they depend on the scoring mode of the session.',
  'import.feedbackDropped':
    'Explanations are not imported; only bibliography references are kept (“Title, p. 12”).',
  'import.tagsDropped': 'Tags are not imported: {{tags}}.',
  'import.instructionsDropped': 'Instructions are not imported: “{{text}}”.',
  'import.duplicateAnswer': 'The answer “{{answer}}” is given more than once; it is imported once.',
  'import.answerEmpty': 'An empty answer was left out.',
  'import.answerUnmarked':
    'The answer “{{answer}}” has neither = nor ~ before it; it is imported as wrong, as in Moodle. Check it.',
  'import.equalsUnescaped':
    'Near “{{answer}}” there is a sign = without \\ before it; it may belong to the text or start a correct answer. Check the answers.',
  'import.paragraphsJoined':
    'The text above, separated by an empty line, was made part of the question: “{{text}}”. Check that it belongs to it.',
  'import.paragraphUnclear':
    '“{{text}}” is separated from the question by an empty line and may belong to the one above. Remove the empty line, or give the question a name (::name::).',
  'import.explanationAbove':
    '“{{text}}” may belong to the explanation of the question above. Remove the empty line between it and what it belongs to.',
  'import.severalLetters':
    'The ANSWER line has several letters, which Aiken does not allow; all were taken as correct.',
  'import.markScaled': 'The value {{mark}} in the file becomes {{points}} points (1 means 10 points).',
  'import.markIgnored':
    'The value {{mark}} in the file cannot be converted to points; the question gets the usual points.',
  'import.itemSplit': 'The question in the file has several parts; this is part {{part}} of {{parts}}.',
  'import.imageMissing': 'The image {{name}} is missing from the file.',
  'import.imageAmbiguous':
    'The file contains several images named {{name}}; which one is meant cannot be told, so it was left out.',
  'import.imageExternal': 'The image {{address}} is on the internet and is not downloaded.',
  'import.imageUnsupported':
    'The image {{name}} is not PNG, JPEG, GIF, WebP, BMP, TIFF or AVIF and was left out.',
  'import.imageTooLarge': 'The image {{name}} is too large and was left out.',
  'import.imagesLeftOut': 'A question and an answer have one image each; images left out: {{count}}.',
  'import.imageOnly': 'There was only an image and no text; a text was added.',
  'import.backgroundDropped': 'A background image was left out: {{name}}.',
  'import.mediaDropped': 'Audio, video or embedded content was left out.',
  'import.hiddenTextDropped': 'A text that browsers do not show was left out: “{{text}}”. Check it.',
  'import.linkDropped': 'The address of a link is not kept: {{address}}.',
  'import.shortened': 'A reference or a chapter name is too long and was shortened: “{{text}}”.',
  'import.strikeDropped': 'Strike-through is not kept; the words stay.',
  'import.underlineDropped': 'Underlining is not kept; the words stay.',
  'import.colourDropped': 'Colours of words are not kept; the words stay.',
  'import.severalLanguages': 'The text exists in several languages; all were kept, separated by /.',
  'import.activeContentRemoved': 'Executable code in the text was removed.',
  'import.formulaValue': 'The row has formulas; their last value was taken.',
  'import.dateCell':
    'A cell of the row contains a date; the spreadsheet may have made it from a text such as “1-5”. Check it.',
  'import.numberFormat': 'The spreadsheet shows the number {{value}} in another form. Check it.',
  'import.symbolFont': 'Characters of the Symbol font were read as the signs they show: {{characters}}.',
  'import.dingbatFont':
    'These letters are in a font of signs such as Wingdings and were kept as letters: {{characters}}. Check them.',
  'import.charactersDropped': 'Invisible or control characters were left out: {{characters}}.',
  'import.controlsRead':
    'Control characters were read as the signs of windows-1252: {{characters}}. Check them.',
  'import.apostropheRemoved':
    'The apostrophe before =, +, - or @ was removed; it only protects a spreadsheet.',
  'import.repeatedInFile': 'The text is the same as that of question {{position}} of the file.',
  'import.inBank': 'The discipline already has a question with the same text (no. {{question}}).',

  'export.severalCorrect': 'The format supports only questions with one correct answer.',
  'export.textNotHeld': 'The text cannot be written in this format.',
  'export.imagesNotHeld': 'The format does not support images; they were left out.',
  'export.formattingNotHeld': 'The format does not support formatting; only the text remains.',
  'export.linesNotHeld': 'The format does not support line breaks; the text is on one line.',
  'export.pointsNotHeld': 'The format does not support points ({{points}}); they were left out.',
  'export.referencesNotHeld': 'The format does not support bibliography references; they were left out.',
};

/** The names of known question types; any other type is shown by its name in the file. */
export const questionTypes: Readonly<Record<string, string>> = {
  essay: 'essay',
  shortanswer: 'short answer',
  numerical: 'numerical',
  matching: 'matching',
  description: 'text without a question',
  noInteraction: 'text without a question',
  cloze: 'text with gaps',
};
