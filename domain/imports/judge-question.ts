import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { type Finding, finding, isError } from './findings.ts';
import { completePool, importLimits } from './import-limits.ts';
import type { ImportedAnswer, ImportedQuestion, ImportItem } from './imported-question.ts';
import { excerpt } from './imported-text.ts';

/** Whether 5 correct and 5 wrong answers are required (our own tables), or fewer make an incomplete pool (QUES-1). */
export type PoolDemand = 'complete' | 'any';

/** Where a question is in its file. */
type FileLocation = { readonly position: number; readonly line?: number };

/** A duplicate answer counts once; one given both as correct and as wrong is ambiguous. */
function withoutRepeats(question: ImportedQuestion): { answers: ImportedAnswer[]; found: Finding[] } {
  const byContent = new Map<string, ImportedAnswer>();
  const found: Finding[] = [];
  for (const answer of question.answers) {
    const key = answer.image === undefined ? answer.text : `${answer.text}\u0000${answer.image}`;
    const earlier = byContent.get(key);
    if (!earlier) byContent.set(key, answer);
    else if (earlier.correct === answer.correct)
      found.push(finding('import.duplicateAnswer', { answer: excerpt(answer.text) }));
    else found.push(finding('import.contradictoryAnswer', { answer: excerpt(answer.text) }));
  }
  return { answers: [...byContent.values()], found };
}

function poolFindings(correct: number, wrong: number, demand: PoolDemand): Finding[] {
  const complete = correct >= completePool.correct && wrong >= completePool.wrong;
  if (demand === 'complete') {
    const missing = { correct: completePool.correct - correct, wrong: completePool.wrong - wrong };
    return [
      ...(missing.correct > 0 ? [finding('import.tooFewCorrect', { missing: missing.correct })] : []),
      ...(missing.wrong > 0 ? [finding('import.tooFewWrong', { missing: missing.wrong })] : []),
    ];
  }
  if (correct === 0) return [finding('import.noCorrect')];
  if (wrong === 0) return [finding('import.noWrong')];
  return complete ? [] : [finding('import.incompletePool', { correct, wrong })];
}

/** Decides whether a parsed question can enter the bank; `found` holds the reader's findings. */
export function judgeQuestion(
  location: FileLocation,
  question: ImportedQuestion,
  demand: PoolDemand,
  found: readonly Finding[] = [],
): ImportItem {
  const { answers, found: repeats } = withoutRepeats(question);
  const correct = answers.filter((answer) => answer.correct).length;
  const wrong = answers.length - correct;
  const limits = importLimits;
  const all = [
    ...found,
    ...(question.text === '' ? [finding('import.textEmpty')] : []),
    ...(question.text.length > limits.questionText
      ? [finding('import.textTooLong', { max: limits.questionText })]
      : []),
    ...(answers.some((answer) => answer.text.length > limits.answerText)
      ? [finding('import.answerTooLong', { max: limits.answerText })]
      : []),
    ...(answers.length > limits.answersPerQuestion
      ? [finding('import.tooManyAnswers', { max: limits.answersPerQuestion })]
      : []),
    ...repeats,
    ...poolFindings(correct, wrong, demand),
  ];
  const unique = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const head = { ...location, label: labelOf(question.name, question.text), findings: unique };
  if (unique.some(isError)) return { ...head, kind: 'rejected' };
  const pool = unique.some(({ code }) => code === 'import.incompletePool') ? 'incomplete' : 'complete';
  return { ...head, kind: 'importable', question: { ...question, answers }, pool };
}

/** A question that is listed with its reason and not imported. */
export const rejected = (
  location: FileLocation,
  label: string,
  ...found: readonly Finding[]
): ImportItem => ({
  ...location,
  kind: 'rejected',
  label: excerpt(label),
  findings: found,
});

const labelOf = (name: string, text: string) => excerpt(name === '' ? plainTextOf(text) : name);
