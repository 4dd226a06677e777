import { useTranslation } from 'react-i18next';
import { currentScreen } from '#web/base/current-screen.ts';
import { useStore } from '#web/base/store.ts';
import { HomeButton } from '#web/ui/home-button.tsx';
import { NotYetPanel } from '#web/ui/not-yet-panel.tsx';
import { Page } from '#web/ui/page.tsx';

/** Placeholder of a screen that a later version implements. */
export function Screen() {
  const { t } = useTranslation();
  const name = useStore(currentScreen)?.name ?? 'PageNotFound';
  return (
    <Page title={t(`screens.${name}`)}>
      <NotYetPanel action={<HomeButton />} />
    </Page>
  );
}
