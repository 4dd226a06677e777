import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { useStructure } from './structure-calls.ts';
import { StructureEditor } from './structure-editor.tsx';

/** The structure of one discipline, or its loading or error state. */
export function StructurePage({ disciplineId }: { readonly disciplineId: number }) {
  const { t } = useTranslation();
  const structure = useStructure(disciplineId);
  if (structure.data) return <StructureEditor structure={structure.data} />;
  return (
    <Page
      title={t('screens.DisciplineList')}
      description={<BackLink href={addressOf('DisciplineList')}>{t('examStructure.all')}</BackLink>}
    >
      {structure.isError ? (
        <ErrorPanel onRetry={() => void structure.refetch()}>
          {textsOfError(structure.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status">
          <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
          <Skeleton height="6rem" />
          <Skeleton height="16rem" />
        </div>
      )}
    </Page>
  );
}
