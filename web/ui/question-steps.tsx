import { Button, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import classes from './question-steps.module.css';

type QuestionStepsProps = {
  readonly index: number;
  readonly questions: readonly {
    readonly key: string | number;
    readonly number: number;
    readonly isAnswered: boolean;
  }[];
  readonly onStep: (index: number) => void;
  /** Takes the place of the button for the next question after the last one. */
  readonly atEnd?: ReactNode;
};

/** The questions of a sample paper by number, with buttons to the previous and the next one. */
export function QuestionSteps({ index, questions, onStep, atEnd }: QuestionStepsProps) {
  const { t } = useTranslation();
  const isLast = index >= questions.length - 1;
  return (
    <div className={classes.foot}>
      <Button
        variant="default"
        leftSection={<ChevronLeftIcon size={16} />}
        disabled={index === 0}
        onClick={() => onStep(index - 1)}
      >
        {t('questions.previous')}
      </Button>
      <nav className={classes.overview} aria-label={t('questions.overview')}>
        {questions.map(({ key, number, isAnswered }, at) => (
          <UnstyledButton
            key={key}
            className={classes.number}
            data-answered={isAnswered || undefined}
            aria-current={at === index ? 'step' : undefined}
            aria-label={t('questions.questionOf', { index: number, count: questions.length })}
            onClick={() => onStep(at)}
          >
            {number}
          </UnstyledButton>
        ))}
      </nav>
      {isLast && atEnd !== undefined ? (
        atEnd
      ) : (
        <Button
          rightSection={<ChevronRightIcon size={16} />}
          disabled={isLast}
          onClick={() => onStep(index + 1)}
        >
          {t('questions.next')}
        </Button>
      )}
    </div>
  );
}
