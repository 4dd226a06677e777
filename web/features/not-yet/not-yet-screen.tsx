import { useTranslation } from 'react-i18next';
import { currentScreen } from '#web/app/current-screen.ts';
import { HomeButton } from '#web/app/home-button.tsx';
import { NotYetPanel } from '#web/ui/not-yet-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { useStore } from '#web/ui/store.ts';

/** A declared screen that a later version fills. */
export function Screen() {
  const { t } = useTranslation();
  const name = useStore(currentScreen)?.name ?? 'PageNotFound';
  return (
    <Page title={t(`screens.${name}`)}>
      <NotYetPanel action={<HomeButton />} />
    </Page>
  );
}
