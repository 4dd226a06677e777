import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionImport } from '#contract/imports.ts';
import { type Address, bankAddress } from '#domain/access/addresses.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { FindingList } from './finding-list.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportBar } from './import-bar.tsx';
import { type ImportChange, useImport, useImportCalls } from './import-calls.ts';
import classes from './import-page.module.css';
import { ImportProgress } from './import-progress.tsx';
import { isBeforeReview } from './import-state.ts';
import { ReportMenu } from './report-menu.tsx';
import { RowSection } from './row-section.tsx';
import { StudyPlaceChoice } from './study-place-choice.tsx';

const StudentImportPage = lazy(() =>
  import('./student-import-page.tsx').then((module) => ({ default: module.StudentImportPage })),
);

type FoundProps = { readonly found: QuestionImport };

/** Where to find the imported questions. */
const importedHref = ({ disciplineId, chapterId, byFileChapter }: QuestionImport): Address =>
  bankAddress({
    pkDiscipline: disciplineId ?? 0,
    chapterId: byFileChapter ? undefined : (chapterId ?? undefined),
  });

function LoadedImport({ found }: FoundProps) {
  const { t } = useTranslation();
  const { change, refreshBank } = useImportCalls();
  const before = useRef(found.state);
  useEffect(() => {
    if (before.current !== 'done' && found.state === 'done') refreshBank();
    before.current = found.state;
  });
  const onChange = (body: ImportChange) => change(found.id, body);
  const isUnusual = found.encoding !== null && !/^utf-8$/i.test(found.encoding);
  const facts = [
    t(`importScreen.format_${found.format}`),
    t('studentImport.madeByName', { name: found.madeBy }),
    ...(isUnusual ? [t('importScreen.encoding', { encoding: found.encoding ?? '' })] : []),
  ];
  const actions = (
    <ImportActions
      found={found}
      report={!isBeforeReview(found) && <ReportMenu importId={found.id} label={t('importScreen.report')} />}
    />
  );
  return (
    <Page title={found.fileName} description={facts.join(' · ')} actions={actions}>
      <ImportProgress found={found} />
      <div className={classes.fileFindings}>
        <FindingList findings={found.findings} />
      </div>
      {found.state === 'done'
        ? found.written > 0 && (
            <Button component={ScreenLink} href={importedHref(found)} mb="md">
              {t('importScreen.openBank')}
            </Button>
          )
        : !isBeforeReview(found) && <StudyPlaceChoice found={found} onChange={onChange} />}
      {!isBeforeReview(found) && <RowSection found={found} onChange={onChange} />}
      {(found.state === 'ready' || found.state === 'paused') && <ImportBar found={found} />}
    </Page>
  );
}

/** One import: review, choose the chapter, run, report. */
export function ImportPage({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const found = useImport(id);
  if (found.isSuccess)
    return found.data.kind === 'students' ? (
      <Suspense
        fallback={
          <Page title={found.data.fileName}>
            <Skeleton height="12rem" />
          </Page>
        }
      >
        <StudentImportPage found={found.data} />
      </Suspense>
    ) : (
      <LoadedImport found={found.data} />
    );
  return (
    <Page title={t('screens.Imports')}>
      {found.isPending ? (
        <Skeleton height="12rem" />
      ) : (
        <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void found.refetch()}>
          {textsOfError(found.error).join(' ')}
        </ErrorPanel>
      )}
    </Page>
  );
}
