import type { ExamResults, ResultRow, ScoredExam, ScoredQuestion } from '#contract/exam-results.ts';

/** A server response for a finished exam of five questions. */
export const scoredExam = (more: Partial<ScoredExam> = {}): ScoredExam => ({
  id: 31,
  groupId: 9,
  index: 1,
  name: 'Anatomie',
  examName: 'Examen de iarnă',
  kind: 'official',
  status: 'Finished',
  date: '2026-02-03',
  serverStartTime: '2026-02-03T08:00:00Z',
  serverStopTime: '2026-02-03T08:47:12Z',
  finishCause: 'student',
  scoringMode: 'FULL_MATCH',
  questionDisplayCount: 5,
  answered: 4,
  score: 38.5,
  maxPoints: 50,
  grade: 7.93,
  ...more,
});

/** A question from compact notation: a capital letter is correct, a star is ticked. */
function scoredQuestion(index: number, answers: string, more: Partial<ScoredQuestion> = {}): ScoredQuestion {
  const marked = answers.split(' ');
  return {
    id: index,
    index,
    question: { id: index, text: `Întrebarea cu numărul ${index}`, points: 10, attachmentName: null },
    answerType: 'multiple',
    answerExams: marked.map((answer, at) => ({
      id: index * 100 + at,
      isChecked: answer.endsWith('*'),
      answer: {
        description: `varianta ${index}${answer.replace('*', '').toLowerCase()}`,
        isCorrect: /^[A-Z]/.test(answer),
        answerAttachment: null,
        referenceTitle: null,
        referencePage: null,
      },
    })),
    haveAnyAnswer: answers.includes('*'),
    points: 10,
    ...more,
  };
}

export const examResults = (more: Partial<ExamResults> = {}): ExamResults => ({
  exam: scoredExam(),
  questionExams: [
    scoredQuestion(1, 'A* B* c d e'),
    scoredQuestion(2, 'A* B c* d e', { points: 6 }),
    scoredQuestion(3, 'A B c d', { points: 0 }),
  ],
  groupExams: [31],
  student: { firstName: 'Ana', lastName: 'Popescu', numarMatricol: 'M123' },
  keyFrom: null,
  ...more,
});

export const resultRow = (id: number, more: Partial<ResultRow> = {}): ResultRow => ({
  disciplineName: 'Anatomie',
  examName: 'Examen de iarnă',
  grade: 7.93,
  exam: {
    id,
    groupId: 9,
    date: '2026-02-03',
    status: 'Finished',
    serverStartTime: '2026-02-03T08:00:00Z',
    serverStopTime: '2026-02-03T08:47:12Z',
    score: 38.5,
    maxPoints: 50,
  },
  ...more,
});
