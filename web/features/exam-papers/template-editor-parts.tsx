import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { LockIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import type { TemplateIds } from './paper-calls.ts';

/** Link from the editors of a template to its page. */
export function TemplateViewButton({ ids }: { readonly ids: TemplateIds }) {
  const { t } = useTranslation();
  return (
    <Button
      component={ScreenLink}
      variant="default"
      href={addressOf('TemplateExamView', ids)}
      leftSection={<PreviewIcon />}
    >
      {t('templates.view')}
    </Button>
  );
}

/** Why a template cannot be changed on this page. */
export function LockedTemplate({ children }: { readonly children: ReactNode }) {
  return (
    <Alert color="yellow" icon={<LockIcon size={18} />}>
      {children}
    </Alert>
  );
}
