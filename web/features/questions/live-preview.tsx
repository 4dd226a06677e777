import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerLimits, canServe, drawAnswers, type Pool } from '#domain/exam-structure/draw.ts';
import { seededRandom, shuffle } from '#domain/exam-structure/seeded-random.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { afterTick, ExamQuestion } from '#web/ui/exam-question/exam-question.tsx';
import { RedrawIcon } from '#web/ui/icons.tsx';
import classes from './live-preview.module.css';
import { type AnswerLine, type QuestionForm, writtenAnswers } from './question-form.ts';

/** Defaults until the server's settings arrive. */
const defaultLimits: AnswerLimits = { maxAnswers: 5, minComplex: 2, maxComplex: 4 };

type DrawnPreview = { readonly lines: readonly AnswerLine[]; readonly complete: boolean };

/** Draws the form as a student would see it; shuffles the available answers while there are too few. */
function drawLines(form: QuestionForm, kind: QuestionKind, limits: AnswerLimits, seed: string): DrawnPreview {
  const lines = writtenAnswers(form);
  const indices = (isCorrect: boolean) =>
    lines.flatMap((line, index) => (line.isCorrect === isCorrect ? [index] : []));
  const pool: Pool = { id: 0, correct: indices(true), wrong: indices(false), incomplete: false };
  const random = seededRandom(seed);
  const complete = canServe(pool, kind, limits);
  const drawn = complete
    ? drawAnswers(random, pool, kind, limits)
    : shuffle(random, [...lines.keys()]).slice(0, limits.maxAnswers);
  return { lines: drawn.flatMap((index) => lines[index] ?? []), complete };
}

type LivePreviewProps = { readonly form: QuestionForm; readonly limits: AnswerLimits | undefined };

/** The question as students see it, updated while it is written. */
export function LivePreview({ form, limits = defaultLimits }: LivePreviewProps) {
  const { t } = useTranslation();
  const settings = useUiSettings();
  const [kind, setKind] = useState<QuestionKind>('multiple');
  const [draw, setDraw] = useState(1);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { lines, complete } = drawLines(form, kind, limits, `${draw}`);
  const redraw = (next: QuestionKind) => {
    setKind(next);
    setTicked(new Set());
  };
  return (
    <section className={classes.preview} aria-label={t('questions.preview')}>
      <Group justify="space-between" gap="xs" className={classes.head}>
        <h2 className={classes.heading}>{t('questions.preview')}</h2>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('questions.drawnAs')}
            value={kind}
            onChange={redraw}
            data={[
              { value: 'simple', label: t('questions.simple') },
              { value: 'multiple', label: t('questions.complex') },
            ]}
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<RedrawIcon size={15} />}
            onClick={() => {
              setDraw(draw + 1);
              setTicked(new Set());
            }}
          >
            {t('questions.drawAgain')}
          </Button>
        </Group>
      </Group>
      <div className={classes.paper}>
        <ExamQuestion
          question={{
            kind,
            text: form.text,
            image: form.image,
            answers: lines.map((line) => ({ id: line.key, text: line.text, image: line.image })),
          }}
          ticked={ticked}
          onTick={(answer) => setTicked(afterTick(ticked, answer, kind))}
          roundMarks={settings?.questionRadioSimple ?? true}
          starred={settings?.markSingle ?? false}
          placeholder={t('questions.textPlaceholder')}
        />
        {lines.length === 0 && <Text c="dimmed">{t('questions.noAnswersYet')}</Text>}
      </div>
      {!complete && lines.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('questions.previewShort', { count: limits.maxAnswers })}
        </Text>
      )}
    </section>
  );
}
