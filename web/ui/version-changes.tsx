import { Badge, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Mark } from '#domain/question-bank/rich-text.ts';
import {
  type AnswerDifference,
  type ComparedVersion,
  compareVersions,
  type DiffPart,
  isUnchanged,
} from '#domain/question-bank/version-diff.ts';
import { Marked, RichTextView } from '#web/ui/rich-text.tsx';
import classes from './version-changes.module.css';

type WithMarksProps = { readonly text: string; readonly marks: readonly Mark[] };

function WithMarks({ text, marks: [outer, ...inner] }: WithMarksProps) {
  if (outer === undefined) return text;
  return (
    <Marked mark={outer}>
      <WithMarks text={text} marks={inner} />
    </Marked>
  );
}

/** A text with deletions and insertions marked. */
function ChangedText({ parts }: { readonly parts: readonly DiffPart[] }) {
  const { t } = useTranslation();
  return (
    <span className={classes.text}>
      {parts.map((part, index) => {
        const key = `${index}-${part.kind}`;
        if (part.kind === 'same')
          return (
            <span key={key}>
              <WithMarks {...part} />
            </span>
          );
        const Element = part.kind === 'added' ? 'ins' : 'del';
        return (
          <Element key={key} className={part.kind === 'added' ? classes.added : classes.removed}>
            <VisuallyHidden>
              {t(part.kind === 'added' ? 'questions.diffAdded' : 'questions.diffRemoved')}{' '}
            </VisuallyHidden>
            <WithMarks {...part} />
          </Element>
        );
      })}
    </span>
  );
}

function KeyBadge({ isCorrect }: { readonly isCorrect: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge variant="default" className={classes.badge}>
      {t(isCorrect ? 'questions.correct' : 'questions.false')}
    </Badge>
  );
}

function AnswerChange({ change }: { readonly change: AnswerDifference }) {
  const { t } = useTranslation();
  const { answer } = change;
  if (change.type !== 'changed') {
    const Element = change.type === 'added' ? 'ins' : 'del';
    return (
      <li>
        <span className={classes.what}>
          {t(change.type === 'added' ? 'questions.answerAdded' : 'questions.answerRemoved')}
        </span>
        <Element className={change.type === 'added' ? classes.added : classes.removed}>
          <RichTextView text={answer.text} />
        </Element>{' '}
        <KeyBadge isCorrect={answer.isCorrect} />
      </li>
    );
  }
  const { key, image, reference } = change;
  return (
    <li>
      <span className={classes.what}>{t(key ? 'questions.keyChanged' : 'questions.answerChanged')}</span>
      <ChangedText parts={change.text} />{' '}
      {key && (
        <span className={classes.key}>
          <KeyBadge isCorrect={!answer.isCorrect} /> → <KeyBadge isCorrect={answer.isCorrect} />
        </span>
      )}
      {image && <span className={classes.aside}>{t(`questions.diffImage_${image}`)}</span>}
      {reference && (
        <span className={classes.aside}>
          {t('questions.bibliography')}
          {t('common.colon')} <del className={classes.removed}>{reference.before || '-'}</del> →{' '}
          <ins className={classes.added}>{reference.after || '-'}</ins>
        </span>
      )}
    </li>
  );
}

type VersionChangesProps = { readonly before: ComparedVersion; readonly after: ComparedVersion };

/** The differences between two versions, shown as an inline diff. */
export function VersionChanges({ before, after }: VersionChangesProps) {
  const { t } = useTranslation();
  const difference = compareVersions(before, after);
  const { text, image, points, answers, reordered } = difference;
  if (isUnchanged(difference)) return <p className={classes.quiet}>{t('questions.sameContent')}</p>;
  return (
    <ul className={classes.changes}>
      {text && (
        <li>
          <span className={classes.what}>{t('questions.text')}</span>
          <ChangedText parts={text} />
        </li>
      )}
      {image && (
        <li>
          <span className={classes.what}>{t('questions.questionImage')}</span>
          {t(`questions.diffImage_${image}`)}
        </li>
      )}
      {points && (
        <li>
          <span className={classes.what}>{t('questions.points')}</span>
          <del className={classes.removed}>{points.before}</del>{' '}
          <ins className={classes.added}>{points.after}</ins>
        </li>
      )}
      {answers.map((change) => (
        <AnswerChange key={`${change.type} ${change.answer.text}`} change={change} />
      ))}
      {reordered && <li className={classes.quiet}>{t('questions.reordered')}</li>}
    </ul>
  );
}
