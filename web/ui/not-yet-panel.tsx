import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { ClockIcon } from './icons.tsx';

/** Says that a page exists by name and will be filled by a later version. */
export function NotYetPanel({ action }: { readonly action?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<ClockIcon size={28} />} title={t('notYet.title')} action={action}>
      {t('notYet.text')}
    </EmptyState>
  );
}
