import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Structure } from '#contract/structure.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { CountInput } from './count-input.tsx';
import classes from './structure.module.css';
import { simpleEverywhere, withDistribution, withSimpleEverywhere } from './structure-form.ts';
import { type PartProps, textAt } from './structure-parts.ts';

/** The read-only version. */
export function ExamFacts({ structure }: { readonly structure: Structure }) {
  const { t } = useTranslation();
  const { examDuration } = structure;
  const facts = [
    [t('examStructure.examQuestions'), structure.questions ?? t('examStructure.noStructure')],
    [
      t('examStructure.duration'),
      examDuration === null ? '-' : t('examStructure.minutes', { count: examDuration }),
    ],
    [
      t('examStructure.distribution'),
      structure.automaticDistribution ? t('examStructure.automatic') : t('examStructure.manual'),
    ],
  ] as const;
  return <FactList facts={facts} className={classes.facts} />;
}

/** Settings of the whole exam: number of questions, duration and how questions are split. */
export function ExamFields({ form, structure, problems, onChange, onLeave }: PartProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <div className={classes.fields}>
      <CountInput
        path="questions"
        label={t('examStructure.examQuestions')}
        value={form.questions}
        error={textAt(problems, 'questions')}
        onChange={(questions) => onChange({ ...form, questions })}
        onBlur={() => onLeave('questions')}
      />
      <CountInput
        path="examDuration"
        label={t('examStructure.examDuration')}
        value={form.examDuration}
        error={textAt(problems, 'examDuration')}
        onChange={(examDuration) => onChange({ ...form, examDuration })}
        onBlur={() => onLeave('examDuration')}
      />
      <Input.Wrapper label={t('examStructure.distribution')} labelElement="div" labelProps={{ id: labelId }}>
        <SegmentedControl
          className={classes.switch}
          aria-labelledby={labelId}
          value={form.automatic ? 'automatic' : 'manual'}
          onChange={(value) => onChange(withDistribution(form, value === 'automatic'))}
          data={[
            { value: 'automatic', label: t('examStructure.automatic') },
            { value: 'manual', label: t('examStructure.manual') },
          ]}
        />
      </Input.Wrapper>
      {structure.mayEditPercent && form.chapters.length > 1 && (
        <CountInput
          path="simpleEverywhere"
          label={t('examStructure.simpleEverywhere')}
          max={100}
          value={simpleEverywhere(form)}
          placeholder="–"
          onChange={(simple) => onChange(withSimpleEverywhere(form, simple))}
        />
      )}
      {!structure.mayEditPercent && <p className={classes.locked}>{t('examStructure.percentsLocked')}</p>}
    </div>
  );
}
