import { CloseButton, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { fieldId } from './exam-fields.tsx';
import type { LineForm, NumberValue, PartForm } from './exam-form.ts';
import { withLine, withPart } from './exam-form-changes.ts';
import { questionsField } from './exam-form-problems.ts';
import type { EditorContext } from './part-moves.ts';

export function Figure({ label, shown, value, onChange, ...rest }: FigureProps) {
  return (
    <NumberInput
      {...rest}
      className={classes.figure}
      classNames={{ label: classes.figureLabel ?? '' }}
      size="sm"
      label={shown}
      aria-label={label}
      min={0}
      allowNegative={false}
      clampBehavior="strict"
      hideControls
      autoComplete="off"
      value={value}
      onChange={(next) => onChange(typeof next === 'number' ? next : '')}
    />
  );
}
type FigureProps = {
  readonly label: string;
  readonly shown: string;
  readonly value: NumberValue;
  readonly onChange: (value: NumberValue) => void;
  readonly id?: string;
  readonly max?: number;
  readonly decimalScale?: number;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly rightSection?: ReactNode;
  readonly rightSectionPointerEvents?: 'all';
  readonly placeholder?: string;
  readonly error?: boolean;
  readonly 'aria-describedby'?: string | undefined;
};

export const Reason = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className={classes.reason} role="alert">
      <WarningIcon size={15} />
      {text}
    </p>
  );

export function LineFigures({ line, editing }: { readonly line: LineForm; readonly editing: EditorContext }) {
  const { t } = useTranslation();
  const { form, onChange, problemAt, isFrozen } = editing;
  const path = questionsField(line.pkDiscipline);
  const wrong = problemAt(path);
  return (
    <>
      <Figure
        id={fieldId(path)}
        label={t('customExams.questionsOf', { name: line.name })}
        shown={t('customExams.questions')}
        max={500}
        decimalScale={0}
        disabled={isFrozen}
        error={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${fieldId(path)}-reason`}
        value={line.questions}
        onChange={(questions) => onChange(withLine(form, line.pkDiscipline, { questions }))}
      />
      <Figure
        label={t('customExams.creditsOf', { name: line.name })}
        shown={t('customExams.credits')}
        max={999}
        decimalScale={1}
        value={line.credits}
        onChange={(credits) => onChange(withLine(form, line.pkDiscipline, { credits }))}
      />
    </>
  );
}

export const LineReason = ({
  line,
  editing,
}: {
  readonly line: LineForm;
  readonly editing: EditorContext;
}) => {
  const path = questionsField(line.pkDiscipline);
  return <Reason id={`${fieldId(path)}-reason`} text={editing.problemAt(path)} />;
};

/**
 * The share of simple questions of a part; empty follows the structures. Where percents may not be set, one from before
 * can only be removed.
 */
export function PercentFigure({ part, name, editing }: PartProps & { readonly name: string }) {
  const { t } = useTranslation();
  const { form, onChange, isFrozen, mayEditPercent } = editing;
  const isLocked = !mayEditPercent && part.percentSimple !== '';
  const clear = () => onChange(withPart(form, part.key, { percentSimple: '' }));
  return (
    <Figure
      label={t('customExams.percentOf', { name })}
      shown={t('customExams.percent')}
      max={100}
      decimalScale={0}
      disabled={isFrozen || (!mayEditPercent && !isLocked)}
      readOnly={isLocked}
      {...(isLocked && {
        rightSectionPointerEvents: 'all' as const,
        rightSection: (
          <CloseButton
            size="sm"
            disabled={isFrozen}
            aria-label={t('customExams.clearPercent', { name })}
            onClick={clear}
          />
        ),
      })}
      placeholder={t('customExams.inherited')}
      value={part.percentSimple}
      onChange={(percentSimple) => onChange(withPart(form, part.key, { percentSimple }))}
    />
  );
}
export type PartProps = { readonly part: PartForm; readonly editing: EditorContext };

export const LineName = ({ line }: { readonly line: LineForm }) => (
  <span className={classes.lineName}>
    {line.name} <span className={classes.quiet}>{line.code}</span>
  </span>
);
