import { currentScreen } from '#web/base/current-screen.ts';
import { loadTexts, t, tourTexts } from '#web/base/i18n.ts';
import { signedIn } from '#web/base/sign-in-state.ts';

/** A row is the first one of the page's list. */
const selectorOf = (name: string) =>
  name === 'row' ? '[data-tour="page-content"] :is([data-row], [data-tour="row"])' : `[data-tour="${name}"]`;
const elementOf = (name: string) => document.querySelector<HTMLElement>(selectorOf(name));

/** Treats elements that are in the document but not laid out (the links on a phone) as absent. */
const isThere = (name: string) => (elementOf(name)?.getClientRects().length ?? 0) > 0;

/** Runs the tour of the current page; loads the tour library on demand. */
export async function startTour(): Promise<void> {
  const screen = currentScreen.get()?.name;
  if (screen === undefined) return;
  const [{ driver }, { tourStops }] = await Promise.all([
    import('./driver.ts'),
    import('./tour-steps.ts'),
    loadTexts(tourTexts),
  ]);
  const tour = driver({
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    showProgress: true,
    progressText: t('tour.progress', { current: '{{current}}', total: '{{total}}' }),
    nextBtnText: t('tour.next'),
    prevBtnText: t('tour.previous'),
    doneBtnText: t('tour.done'),
    steps: tourStops(screen, signedIn()?.actor, isThere).map((stop) => ({
      element: selectorOf(stop.at),
      popover:
        'page' in stop
          ? { title: t(`tourPages.${stop.page}Title`), description: t(`tourPages.${stop.page}Text`) }
          : { title: t(`tour.${stop.text}Title`), description: t(`tour.${stop.text}Text`) },
    })),
  });
  tour.drive();
}
