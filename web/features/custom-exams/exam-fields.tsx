import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useColleges, useSections } from '#web/api/discipline-choices.ts';
import classes from './custom-exams.module.css';
import { useSeries } from './exam-calls.ts';
import type { ExamForm } from './exam-form.ts';

type ExamFieldsProps = {
  readonly form: ExamForm;
  readonly onChange: (form: ExamForm) => void;
  readonly problemAt: (path: string) => string | undefined;
  readonly onLeave: (path: string) => void;
  /** An exam's questions are frozen around a session, and so is its duration. */
  readonly isFrozen: boolean;
};

export const fieldId = (path: string) => `custom-exam-${path}`;

/** The audience of the exam, its name and its duration. */
export function ExamFields({ form, onChange, problemAt, onLeave, isFrozen }: ExamFieldsProps) {
  const { t } = useTranslation();
  const colleges = useColleges();
  const sections = useSections(form.collegeId ?? 0);
  const series = useSeries(form.sectionId);
  const years = [...new Set((series.data ?? []).map(({ year }) => year))].toSorted((a, b) => a - b);
  const offered = (series.data ?? []).filter(({ year }) => year === form.year);
  const common = (path: string) => ({
    id: fieldId(path),
    error: problemAt(path),
    onBlur: () => onLeave(path),
  });
  return (
    <div className={classes.fields}>
      <TextInput
        {...common('examName')}
        className={classes.wide}
        label={t('customExams.examName')}
        required
        maxLength={200}
        value={form.examName}
        onChange={(event) => onChange({ ...form, examName: event.currentTarget.value })}
      />
      <Select<number>
        {...common('collegeId')}
        label={t('customExams.college')}
        required
        searchable
        data={(colleges.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={form.collegeId}
        onChange={(collegeId) =>
          onChange({ ...form, collegeId, sectionId: null, year: null, seriesIds: [], parts: [] })
        }
      />
      <Select<number>
        {...common('sectionId')}
        label={t('customExams.section')}
        required
        searchable
        disabled={form.collegeId === null}
        data={(sections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={form.sectionId}
        onChange={(sectionId) => onChange({ ...form, sectionId, year: null, seriesIds: [], parts: [] })}
      />
      <Select<number>
        {...common('year')}
        className={classes.short}
        label={t('customExams.year')}
        required
        disabled={form.sectionId === null}
        data={years.map((year) => ({ value: year, label: String(year) }))}
        value={form.year}
        onChange={(year) => onChange({ ...form, year, seriesIds: [] })}
      />
      <MultiSelect<number>
        {...common('seriesIds')}
        className={classes.wide}
        label={t('customExams.series')}
        required
        searchable
        disabled={form.year === null}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...form.seriesIds]}
        onChange={(seriesIds) => onChange({ ...form, seriesIds })}
      />
      <NumberInput
        {...common('examDuration')}
        className={classes.short}
        label={t('customExams.minutes')}
        required
        min={1}
        max={1440}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        hideControls
        inputMode="numeric"
        disabled={isFrozen}
        value={form.examDuration}
        onChange={(value) => onChange({ ...form, examDuration: typeof value === 'number' ? value : '' })}
      />
    </div>
  );
}
