import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '#domain/errors.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import classes from './structure.module.css';
import { type StructureForm, totalsOf } from './structure-form.ts';

type TotalsBarProps = {
  readonly form: StructureForm;
  readonly problems: readonly FieldProblem[];
  readonly saving: boolean;
  /** Undefined for readers. */
  readonly saves: { readonly touched: boolean; readonly different: boolean } | undefined;
};

/** A sticky bar with the totals and the save button; turns red with the reason when there is a problem. */
export function TotalsBar({ form, problems, saving, saves }: TotalsBarProps) {
  const { t } = useTranslation();
  const totals = totalsOf(form);
  const problem = problems.find(({ path }) => path === 'questions') ?? problems[0];
  const kinds = t('examStructure.totalKinds', { simple: totals.simple, complex: totals.multiple });
  const time = [
    ...(form.examDuration === '' ? [] : [t('examStructure.minutes', { count: form.examDuration })]),
    ...(totals.secondsPerQuestion === undefined
      ? []
      : [t('examStructure.perQuestion', { seconds: totals.secondsPerQuestion })]),
  ].join(' · ');
  const state = saves?.touched
    ? t('examStructure.unsaved')
    : saves?.different && form.questions !== ''
      ? t('examStructure.redistributed')
      : undefined;
  return (
    <section
      className={classes.totals}
      aria-label={t('examStructure.totals')}
      data-wrong={problem !== undefined || undefined}
    >
      <div className={classes.totalsFigures}>
        <span>
          <strong>{totals.asked}</strong> {t('examStructure.totalAsked')}
        </span>
        <span>
          <strong>{form.questions === '' ? '-' : form.questions}</strong> {t('examStructure.totalExam')}
        </span>
        <span>
          <strong>{totals.entered}</strong> {t('examStructure.totalEntered')}
        </span>
        <span className={classes.quiet}>{kinds}</span>
        {time !== '' && <span className={classes.quiet}>{time}</span>}
      </div>
      <div className={classes.totalsState} role="status">
        {problem ? (
          <span className={classes.reason}>
            <WarningIcon size={16} />
            {textOfCode(problem.error, problem.params)}
          </span>
        ) : (
          state && <span className={classes.quiet}>{state}</span>
        )}
      </div>
      {saves && (
        <Button type="submit" loading={saving} disabled={!saves.different}>
          {t('examStructure.save')}
        </Button>
      )}
    </section>
  );
}
