import type { ImportTemplate } from '#i18n/catalogue.ts';

/** The template a teacher downloads: the names of its sheets, how to fill it in, and an obviously made-up example. */
export const importTemplate: ImportTemplate = {
  words: {
    true: 'True',
    false: 'False',
    yes: 'Yes',
    no: 'No',
    agree: 'Agree',
    disagree: 'Disagree',
    right: 'Right',
    wrong: 'Wrong',
    image: 'Image',
  },
  texts: {
    questions: 'Questions',
    guide: 'How to fill in',
    example: 'Example',
    lines: [
      'Each row is one question. Fill in the sheet “Questions”; the sheet “Example” shows one filled in.',
      'Chapter: the code of the chapter; it may stay empty when the chapter is chosen during the import.',
      'At least 5 correct and 5 wrong answers are needed; add columns (Correct 6, Wrong 6…) for more.',
      'Points: a question whose points are left empty gets 10.',
      'Formatting: H~2~O for a subscript, x^2^ for a superscript, **bold**, *italic*; subscripts, superscripts, bold and italic set in Excel are kept. The signs themselves are written with \\ in front.',
      'Optional columns: Name; Image (the name of the file); for an answer “Correct 1 source”, “Correct 1 page”, “Correct 1 image”, likewise for “Wrong 1”.',
      'For images, put this file and the images into one .zip archive and upload the archive.',
      'The columns may be in any order; the headings may be in Romanian, English or French.',
    ],
  },
  example: {
    text: 'Which of the following substances contain **oxygen**?',
    correct: ['H~2~O', 'CO~2~', 'H~2~SO~4~', 'NaOH', 'CaCO~3~'],
    wrong: ['NaCl', 'NH~3~', 'CH~4~', 'HCl', 'H~2~S'],
    source: 'Chemistry textbook',
  },
};
