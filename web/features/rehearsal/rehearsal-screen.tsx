import '@mantine/core/styles/VisuallyHidden.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '#web/ui/page.tsx';
import { CheckList } from './check-list.tsx';
import classes from './rehearsal.module.css';
import { SamplePaper } from './sample-paper.tsx';

/** The rehearsal, open to every signed-in user: sample questions and a check of this computer (SIM-2). */
export function Screen() {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  return (
    <Page title={t('screens.Test')} description={t('rehearsal.lead')}>
      <div className={classes.rehearsal}>
        <SamplePaper />
        <CheckList key={round} onCheckAgain={() => setRound(round + 1)} />
      </div>
    </Page>
  );
}
