import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startTour } from '#web/app/tour/start-tour.ts';
import { isTourOfferDue, rememberTourOffer } from '#web/app/tour/tour-offer-memory.ts';
import { currentScreen } from '#web/base/current-screen.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { useStore } from '#web/base/store.ts';
import classes from './tour-offer.module.css';

/** Offers the tour on the dashboard, once per role (SHELL-9). */
export function TourOffer() {
  const { t } = useTranslation();
  const actor = useActor();
  const screen = useStore(currentScreen)?.name;
  const [isAnswered, setAnswered] = useState(false);

  const isDashboard = screen === 'Dashboard' || screen === 'Home';
  if (isAnswered || actor === undefined || !isDashboard || !isTourOfferDue(actor)) return null;
  const dismiss = () => {
    rememberTourOffer(actor);
    setAnswered(true);
  };
  return (
    <section className={classes.offer} aria-label={t('tour.offerTitle')} data-print="hidden">
      <strong>{t('tour.offerTitle')}</strong>
      <p>{t('tour.offerText')}</p>
      <div className={classes.buttons}>
        <Button
          size="sm"
          onClick={() => {
            dismiss();
            void startTour();
          }}
        >
          {t('tour.offerStart')}
        </Button>
        <Button size="sm" variant="subtle" onClick={dismiss}>
          {t('tour.offerLater')}
        </Button>
      </div>
    </section>
  );
}
