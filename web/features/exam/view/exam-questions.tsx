import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import { currentQuestion, type Paper } from '#web/features/exam/engine/exam-paper.ts';
import { ExamQuestionCard } from './exam-question-card.tsx';
import classes from './exam-screen.module.css';

type ExamQuestionsProps = {
  readonly paper: Paper;
  readonly controller: ExamController;
  /** All on one page, or one at a time. */
  readonly whole: boolean;
};

/** The current question, or all of them one below the other (EXAM-4). */
export function ExamQuestions({ paper, controller, whole }: ExamQuestionsProps) {
  const { t } = useTranslation();
  const count = paper.sitting.showsCount ? paper.questions.length : undefined;
  if (!whole) {
    const question = currentQuestion(paper);
    return question ? (
      <ExamQuestionCard
        key={paper.sitting.examId}
        question={question}
        count={count}
        scoring={paper.sitting.scoringMode}
        level="h1"
        isCurrent
        onTick={(answerId) => controller.tick(question.id, answerId)}
        onReviewMark={() => controller.toggleReviewMark(question.index)}
      />
    ) : null;
  }
  return (
    <>
      <VisuallyHidden component="h1">{paper.sitting.name}</VisuallyHidden>
      <ol className={classes.all} aria-label={t('exam.overview')}>
        {paper.questions.map((question) => (
          <li key={question.id}>
            <ExamQuestionCard
              question={question}
              count={count}
              scoring={paper.sitting.scoringMode}
              level="h2"
              isCurrent={question.index === paper.at}
              onTick={(answerId) => controller.tick(question.id, answerId)}
              onReviewMark={() => controller.toggleReviewMark(question.index)}
              onEnter={() => question.index !== paper.at && controller.go(question.index, 'jump')}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
