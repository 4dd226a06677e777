import '#web/sittings/result-styles.ts';
import { useTranslation } from 'react-i18next';
import { ResultList } from '#web/sittings/own-result-list.tsx';
import { sittingHref } from '#web/sittings/result-href.ts';
import { useSimulationChoices } from '#web/sittings/simulation-choices.ts';
import { HistoryIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import classes from './exam-simulation.module.css';
import { ProgressCharts } from './progress-charts.tsx';
import { SimulationChoices } from './simulation-choices.tsx';

/** Practice under exam conditions: choose, start and follow one's progress (SIM-1). */
export function Screen() {
  const { t } = useTranslation();
  const { isPending } = useSimulationChoices();
  return (
    <Page title={t('screens.ExamSimulation')} description={t('simulation.lead')}>
      <SimulationChoices />
      {/* Loads at the same time, but stays hidden until its position is final. */}
      <div className={classes.own} hidden={isPending}>
        <ProgressCharts />
        <div className={classes.part}>
          <h2 className={classes.heading}>{t('simulation.history')}</h2>
          <ResultList
            screen="ExamSimulation"
            of="simulation"
            label={t('simulation.history')}
            hrefOf={sittingHref}
            empty={{
              icon: <HistoryIcon size={28} />,
              title: t('simulation.historyEmpty'),
              hint: t('simulation.historyEmptyHint'),
            }}
          />
        </div>
      </div>
    </Page>
  );
}
