import '#web/sittings/result-styles.ts';
import { useTranslation } from 'react-i18next';
import { useDisciplines } from '#web/api/discipline-choices.ts';
import { ResultList } from '#web/sittings/own-result-list.tsx';
import { sittingHref } from '#web/sittings/result-href.ts';
import { HistoryIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import classes from './teacher-exams.module.css';
import { TrialDisciplines } from './trial-disciplines.tsx';

/** The teacher's disciplines, each with a button to try its exam, and the trials so far (RESU-4). */
export function Screen() {
  const { t } = useTranslation();
  const { isPending } = useDisciplines();
  return (
    <Page title={t('screens.TeacherExams')} description={t('simulation.trialLead')}>
      <section className={classes.part} aria-labelledby="trial-disciplines">
        <h2 id="trial-disciplines" className={classes.heading}>
          {t('simulation.trialDisciplines')}
        </h2>
        <TrialDisciplines />
      </section>
      {/* Loads at the same time, but stays hidden until its position is final. */}
      <div className={classes.part} hidden={isPending}>
        <h2 className={classes.heading}>{t('simulation.trials')}</h2>
        <ResultList
          screen="TeacherExams"
          of="trial"
          label={t('simulation.trials')}
          hrefOf={sittingHref}
          empty={{
            icon: <HistoryIcon size={28} />,
            title: t('simulation.trialsEmpty'),
            hint: t('simulation.trialsEmptyHint'),
          }}
        />
      </div>
    </Page>
  );
}
