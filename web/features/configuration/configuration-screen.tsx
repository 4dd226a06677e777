import './configuration-styles.ts';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/permissions.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { HomeButton } from '#web/ui/home-button.tsx';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { ConfigurationEditor } from './configuration-editor.tsx';
import { useSettings } from './settings-calls.ts';

function Configuration() {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <Page title={t('screens.Configuration')} description={t('configuration.description')}>
      {settings.data ? (
        <ConfigurationEditor settings={settings.data} />
      ) : settings.isError ? (
        <ErrorPanel onRetry={() => void settings.refetch()}>
          {textsOfError(settings.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status">
          <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
          <Skeleton height="24rem" />
        </div>
      )}
    </Page>
  );
}

/** The product's settings. Everyone may open the page; only administrators see its content. */
export function Screen() {
  return may(useActor(), 'settings.manage') ? <Configuration /> : <NoRights action={<HomeButton />} />;
}
