import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { FeasibilityResponse, Structure } from '#contract/structure.ts';
import { shownCount } from '#web/base/distinct-exams.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx';
import classes from './structure.module.css';
import { useFeasibility } from './structure-calls.ts';
import { draftOf, type StructureForm, totalsOf } from './structure-form.ts';

function Verdict({ judged, asked }: { readonly judged: FeasibilityResponse; readonly asked: number }) {
  const { t } = useTranslation();
  const language = currentLanguage();
  if (!judged.feasible)
    return (
      <>
        <p className={classes.verdict} data-feasible="false">
          <WarningIcon size={18} />
          {t('examStructure.notServable')}
        </p>
        <ul className={classes.shortages}>
          {judged.shortages.map(({ chapterId, of, ...short }) => (
            <li key={`${chapterId}-${of}`}>{t(`examStructure.short_${of}`, short)}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p className={classes.verdict} data-feasible="true">
        <CheckIcon size={18} />
        {t('examStructure.servable')}
      </p>
      <FactList
        facts={[
          [
            t('examStructure.distinct'),
            judged.distinctExams === null ? '-' : shownCount(judged.distinctExams, language),
          ],
          [
            t('examStructure.overlap'),
            t('examStructure.overlapText', {
              shared: formatNumber(judged.expectedOverlap ?? 0, language, 1),
              all: asked,
            }),
          ],
        ]}
        className={classes.facts}
      />
    </>
  );
}

/** Whether the bank can serve the structure, checked while it is edited. */
export function FeasibilityPanel({
  structure,
  form,
}: {
  readonly structure: Structure;
  readonly form: StructureForm;
}) {
  const { t } = useTranslation();
  const asked = structure.mayEdit ? totalsOf(form).asked : (structure.questions ?? 0);
  const [settled] = useDebouncedValue(JSON.stringify(draftOf(form)), typingPauses.form);
  const judged = useFeasibility(structure.id, structure.mayEdit ? JSON.parse(settled) : undefined, asked > 0);
  return (
    <section className={classes.feasibility} aria-labelledby="feasibility">
      <h2 id="feasibility" className={classes.heading}>
        {t('examStructure.feasibility')}
      </h2>
      <div aria-live="polite" data-stale={judged.isFetching || undefined} className={classes.judged}>
        {asked === 0 ? (
          <p className={classes.quiet}>{t('examStructure.nothingAsked')}</p>
        ) : judged.isError ? (
          <p className={classes.quiet}>{t('examStructure.notJudged')}</p>
        ) : judged.data ? (
          <Verdict judged={judged.data} asked={asked} />
        ) : (
          <p className={classes.quiet}>{t('examStructure.judging')}</p>
        )}
      </div>
    </section>
  );
}
