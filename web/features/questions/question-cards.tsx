import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#web/base/format.ts';
import cards from '#web/crud/row-cards.module.css';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { QuestionActions, type QuestionListProps } from './question-actions.tsx';
import classes from './question-list.module.css';
import { QuestionMarks } from './question-marks.tsx';
import { questionName } from './question-name.ts';

/** The questions as compact cards, for narrow screens. */
export function QuestionCards({ questions, ...rest }: QuestionListProps) {
  const { t } = useTranslation();
  return (
    <ul className={cards.cards} aria-label={t('screens.Questions')}>
      {questions.map((question) => (
        <li key={question.id} className={cards.card}>
          <div className={classes.cardText}>
            <RichTextView text={question.text.replaceAll(/\s*\n\s*/g, ' ')} />
          </div>
          <div className={classes.cardFacts}>
            <span className={classes.code}>{question.chapterCode}</span> {question.chapterDescription}
            {' · '}
            {t('questions.countsShort', { correct: question.correctCount, wrong: question.wrongCount })}
            {' · '}
            {formatDateTime(question.changedAt)}
          </div>
          <div className={classes.cardFoot}>
            <QuestionMarks question={question} />
            <QuestionActions question={question} name={questionName(question)} {...rest} />
          </div>
        </li>
      ))}
    </ul>
  );
}
