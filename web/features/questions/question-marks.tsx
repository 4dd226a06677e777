import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { ImageIcon } from '#web/ui/icons.tsx';
import classes from './question-list.module.css';

/** The badges of a question: has an image, reserved for exams, incomplete pool. */
export function QuestionMarks({ question }: { readonly question: QuestionRow }) {
  const { t } = useTranslation();
  return (
    <Group gap={6} wrap="nowrap" className={classes.marks}>
      {question.hasImage && (
        <span
          className={classes.image}
          role="img"
          aria-label={t('questions.hasImage')}
          title={t('questions.hasImage')}
        >
          <ImageIcon size={16} />
        </span>
      )}
      {question.examOnly && <Badge variant="default">{t('questions.examOnlyMark')}</Badge>}
      {question.incomplete && (
        <Badge variant="outline" color="yellow" className={classes.incomplete}>
          {t('questions.incompleteMark')}
        </Badge>
      )}
    </Group>
  );
}
