import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { ClockIcon } from './icons.tsx';

/** Shown on a page that a later version will implement. */
export function NotYetPanel({ action }: { readonly action?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<ClockIcon size={28} />} title={t('notYet.title')} action={action}>
      {t('notYet.text')}
    </EmptyState>
  );
}
