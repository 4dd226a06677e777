import type { Question, QuestionRow } from '#contract/questions.ts';
import type { DisciplineListRow } from '#contract/structure.ts';

const discipline: DisciplineListRow = {
  id: 6,
  disciplineDescription: 'Farmacologie',
  universityYear: '2026–2027',
  collegeDescription: 'Medicină',
  sectionDescription: 'Medicină generală',
  calculatedSeriesNames: '',
  disciplineCode: 'MG301',
  year: 3,
  semester: 1,
  questionCount: 1,
  examQuestions: null,
  pkCollege: 1,
  pkSection: 2,
  mayEdit: true,
};

const chapters = [
  { id: 31, code: 'F1', description: 'Farmacologie generală' },
  { id: 32, code: 'F2', description: 'AINS' },
];

const answer = (text: string, isCorrect: boolean) => ({
  text,
  isCorrect,
  image: null,
  referenceTitle: null,
  referencePage: null,
});

/** A question with five correct and five false answers. */
export const question: Question = {
  id: 7,
  chapterId: 32,
  chapterDescription: 'AINS',
  pkDiscipline: 6,
  disciplineDescription: 'Farmacologie',
  text: 'Care sunt antiinflamatoare?',
  image: null,
  points: 10,
  examOnly: false,
  incomplete: false,
  version: 3,
  mayEdit: true,
  answers: [
    ...['Aspirina', 'Ibuprofenul', 'Naproxenul', 'Diclofenacul', 'Ketoprofenul'].map((text) =>
      answer(text, true),
    ),
    ...['Diazepamul', 'Atropina', 'Insulina', 'Digoxina', 'Furosemidul'].map((text) => answer(text, false)),
  ],
};

export const row: QuestionRow = {
  id: 7,
  chapterId: 32,
  chapterCode: 'F2',
  chapterDescription: 'AINS',
  pkDiscipline: 6,
  disciplineDescription: 'Farmacologie',
  text: 'Care sunt **antiinflamatoare**?',
  points: 10,
  correctCount: 5,
  wrongCount: 5,
  incomplete: false,
  examOnly: true,
  hasImage: true,
  version: 3,
  changedAt: '2026-02-03T07:05:00Z',
  changedBy: 'Ion Popescu',
  mayEdit: true,
};

const counted = { 'x-total-count': '1' };

/** Stubbed server responses for the bank screens. */
export const bankAnswers = {
  'GET disciplineList': { body: [discipline], headers: counted },
  'GET disciplines/6/chapters': { body: chapters },
  'GET colleges': { body: [{ id: 1, name: 'Medicină' }] },
  'GET colleges/1/sections': { body: [{ id: 2, name: 'Medicină generală' }] },
  'GET questionLimits': { body: { maxAnswers: 5, minComplex: 2, maxComplex: 4 } },
  'GET questions': { body: [row], headers: counted },
  'GET questions/7': { body: question },
  'GET questions/similar': { body: [] },
};
