import type { TFunction } from 'i18next';
import type { ScoredQuestion } from '#contract/exam-results.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';
import { roundToHundredths } from '#domain/scoring/fraction.ts';
import { scoreQuestion } from '#domain/scoring/score-question.ts';
import type { ShownQuestion } from '#web/ui/exam-question/exam-question.tsx';

/** The image name of the sample figure. */
const figureName = 'rehearsal-figure';

/** The samples: each has texts under its name, one per letter; capital letters are correct. */
const samples = {
  q1: { kind: 'simple', key: 'abCd', image: null },
  q2: { kind: 'multiple', key: 'AbCDe', image: null },
  q3: { kind: 'multiple', key: 'ABcD', image: figureName },
  q4: { kind: 'simple', key: 'aBcd', image: null },
} as const satisfies Record<string, { kind: QuestionKind; key: string; image: string | null }>;

type Name = keyof typeof samples;
export const sampleNames = Object.keys(samples) as Name[];
const points = 10;

/** The text key of an answer letter: `q2` and `C` give `q2c`. */
type AnswerText =
  | `q1${'a' | 'b' | 'c' | 'd'}`
  | `q2${'a' | 'b' | 'c' | 'd' | 'e'}`
  | `q${3 | 4}${'a' | 'b' | 'c' | 'd'}`;
const textsOf = (t: TFunction, name: Name) =>
  [...samples[name].key].map((letter) =>
    t(`rehearsal.${name}${letter.toLowerCase()}` as `rehearsal.${AnswerText}`),
  );

/** A sample as shown in the exam. */
export function sampleQuestion(t: TFunction, name: Name): ShownQuestion {
  const { kind, image } = samples[name];
  return {
    kind,
    image,
    text: t(`rehearsal.${name}`),
    answers: textsOf(t, name).map((text, index) => ({ id: index + 1, text, image: null })),
  };
}

/** A sample as shown in results, scored like an exam. */
export function scoredSample(t: TFunction, name: Name, ticked: ReadonlySet<number>): ScoredQuestion {
  const { kind, key, image } = samples[name];
  const index = sampleNames.indexOf(name) + 1;
  const isCorrect = [...key].map((letter) => letter === letter.toUpperCase());
  const options = isCorrect.map((correct, index) => ({ correct, ticked: ticked.has(index + 1) }));
  return {
    id: index,
    index,
    question: { id: index, text: t(`rehearsal.${name}`), points, attachmentName: image },
    answerType: kind,
    answerExams: textsOf(t, name).map((description, index) => ({
      id: index + 1,
      isChecked: ticked.has(index + 1),
      answer: {
        description,
        isCorrect: isCorrect[index] === true,
        answerAttachment: null,
        referenceTitle: null,
        referencePage: null,
      },
    })),
    haveAnyAnswer: ticked.size > 0,
    points: roundToHundredths(scoreQuestion(points, options, 'FULL_MATCH')),
  };
}
