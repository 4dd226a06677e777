import type { CustomExamErrorCode } from '#domain/errors.ts';

/** The refusals that only the editor of custom exams shows; they come with it. */
export const customExamErrors = {
  'customExam.changed':
    'The exam was changed meanwhile by {{by}}. What you entered is kept; compare before you save.',
  'customExam.frozen':
    'Session “{{session}}” is about to be held or is being held: disciplines, counts, percents and duration cannot change before {{until}}.',
  'customExam.hasAppointments':
    'The exam cannot be deleted: appointments to come: {{count}}. Cancel or move them first.',
  'customExam.partSat':
    '“{{part}}” has been sat (exams: {{count}}) and must keep its disciplines. Make a copy of the exam for the next session.',
  'customExam.slotTooShort':
    'Appointments whose slot is shorter than {{minutes}} minutes: {{count}}. Move them first or choose a shorter duration.',
  'customExam.cohortBooked':
    'Appointments of students who would no longer belong to the exam: {{count}}. Cancel them first or keep their series.',
  'customExam.empty': 'The exam asks no discipline yet',
  'customExam.disciplineTwice': 'This discipline is already part of the exam',
  'customExam.noStructure':
    '{{discipline}} has no exam structure yet; its teachers or the dean’s office save one',
  'customExam.aboveBank': '{{discipline}} is asked for {{asked}} questions, but only {{entered}} are entered',
  'customExam.simpleShort':
    '{{discipline}}, chapter {{chapter}}: {{asked}} simple questions would be asked, the bank can serve {{available}}',
  'customExam.multipleShort':
    '{{discipline}}, chapter {{chapter}}: {{asked}} multiple questions would be asked, the bank can serve {{available}}',
  'customExam.chapterShort':
    '{{discipline}}, chapter {{chapter}}: {{asked}} questions would be asked, the bank can serve {{available}}',
} satisfies Record<CustomExamErrorCode, string>;
