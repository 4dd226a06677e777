import { Alert, Button, NativeSelect, Progress, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudentImport } from '#contract/imports.ts';
import type { StudentRowFilter } from '#contract/student-imports.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useListQuery, withFilters } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { confirm } from '#web/ui/confirm.ts';
import { CheckIcon, InfoIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { AbsentStudents } from './absent-students.tsx';
import { FindingList } from './finding-list.tsx';
import { ImportAccounts } from './import-accounts.tsx';
import { ImportActions } from './import-actions.tsx';
import { useImportCalls } from './import-calls.ts';
import classes from './import-page.module.css';
import { isBeforeReview, progressOf } from './import-state.ts';
import { ReportMenu } from './report-menu.tsx';
import { studentRowSource } from './student-calls.ts';
import { StudentRows } from './student-rows.tsx';

type FoundProps = { readonly found: StudentImport };
type RowFilters = { readonly rows: StudentRowFilter };

const filters: readonly StudentRowFilter[] = [
  'all',
  'create',
  'change',
  'same',
  'refused',
  'problems',
  'failed',
];

const figure = (value: number) => formatNumber(value, currentLanguage());

function totalsOf({ rows, counts }: StudentImport): Record<StudentRowFilter, number> {
  const { create, change, same, refused, withProblems, failed } = counts;
  return { all: rows, create, change, same, refused, problems: withProblems, failed };
}

function FilterChoice({
  found,
  filter,
  onFilter,
}: FoundProps & {
  readonly filter: StudentRowFilter;
  readonly onFilter: (filter: StudentRowFilter) => void;
}) {
  const { t } = useTranslation();
  const phone = usePhone();
  const totals = totalsOf(found);
  const data = filters
    .filter((value) => value === 'all' || value === filter || totals[value] > 0)
    .map((value) => ({ value, label: t(`studentImport.filter_${value}`, { total: figure(totals[value]) }) }));
  const label = t('studentImport.show');
  return phone ? (
    <NativeSelect
      aria-label={label}
      value={filter}
      data={data}
      onChange={(event) => onFilter(event.currentTarget.value as StudentRowFilter)}
    />
  ) : (
    <SegmentedControl
      aria-label={label}
      value={filter}
      data={data}
      onChange={(value) => onFilter(value as StudentRowFilter)}
    />
  );
}

/** The progress of the import and its outcome. */
function Stage({ found }: FoundProps) {
  const { t } = useTranslation();
  const { counts } = found;
  const missing = counts.notImported;
  if (found.state === 'ready')
    return (
      <Alert className={classes.notice} data-unsaved color="yellow" variant="light" icon={<InfoIcon />}>
        {t('studentImport.notSaved')}
      </Alert>
    );
  if (found.state === 'done')
    return (
      <Alert className={classes.notice} color="green" variant="light" icon={<CheckIcon />} role="status">
        {t('studentImport.done', {
          create: figure(counts.create),
          change: figure(counts.change),
          same: figure(counts.same),
        })}
        {missing > 0 &&
          ` ${t('studentImport.notImported', { count: missing })} ${t('studentImport.notImportedHint')}`}
      </Alert>
    );
  const { done, total } = progressOf(found);
  return (
    <div className={classes.progress} role="status">
      <Text>{t(`studentImport.${found.state}`, { done: figure(done), total: figure(total) })}</Text>
      <Progress
        size="lg"
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('importScreen.progress')}
      />
    </div>
  );
}

/** Buttons to import, pause and resume, or why there is nothing to import. */
function Bar({ found }: FoundProps) {
  const { t } = useTranslation();
  const { commit, pause } = useImportCalls();
  const [pressed, setPressed] = useState(false);
  const { create, change } = found.counts;
  const during = async (work: () => Promise<unknown>) => {
    setPressed(true);
    // The API client reports the error.
    await work().catch(() => undefined);
    setPressed(false);
  };
  const press = () =>
    during(async () => {
      const sure = await confirm({
        title: t('studentImport.confirmTitle'),
        message: t('studentImport.confirmText', { create: figure(create), change: figure(change) }),
        confirmLabel: t('studentImport.import', { count: create + change }),
      });
      if (sure) await commit(found.id);
    });
  if (found.state === 'done' || isBeforeReview(found)) return null;
  if (found.state === 'ready')
    return (
      <div className={classes.footer}>
        {create + change === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {found.counts.same > 0 && t('studentImport.nothingToDo')}
          </Text>
        )}
        <Button disabled={create + change === 0} loading={pressed} onClick={() => void press()}>
          {create + change === 0
            ? t('studentImport.importNothing')
            : t('studentImport.import', { count: create + change })}
        </Button>
      </div>
    );
  return (
    <div className={classes.footer}>
      {found.state === 'writing' ? (
        <Button variant="default" loading={pressed} onClick={() => void during(() => pause(found.id))}>
          {t('studentImport.pause')}
        </Button>
      ) : (
        <Button loading={pressed} onClick={() => void during(() => commit(found.id))}>
          {t('studentImport.resume')}
        </Button>
      )}
    </div>
  );
}

/** The rows of the file, filtered and paged. */
function Rows({ found }: FoundProps) {
  const [query, setQuery] = useListQuery<RowFilters>({ rows: 'all' }, 50);
  const list = useList(studentRowSource(found.id, found.state), [query, setQuery]);
  return (
    <>
      <div className={classes.bar}>
        <FilterChoice
          found={found}
          filter={query.filters.rows}
          onFilter={(rows) => setQuery(withFilters(query, { rows }))}
        />
      </div>
      <StudentRows list={list} />
    </>
  );
}

/** One student import: review row by row, run, report. */
export function StudentImportPage({ found }: FoundProps) {
  const { t } = useTranslation();
  const facts = [
    t('studentImport.students'),
    t(`importScreen.format_${found.format}`),
    t('studentImport.madeByName', { name: found.madeBy }),
    ...(found.encoding !== null && !/^utf-8$/i.test(found.encoding)
      ? [t('importScreen.encoding', { encoding: found.encoding })]
      : []),
  ];
  const actions = (
    <ImportActions
      found={found}
      report={
        !isBeforeReview(found) &&
        found.counts.notImported > 0 && (
          <ReportMenu importId={found.id} label={t('studentImport.notImportedFile')} />
        )
      }
    />
  );
  return (
    <Page title={found.fileName} description={facts.join(' · ')} actions={actions}>
      <Stage found={found} />
      <div className={classes.fileFindings}>
        <FindingList findings={found.findings} />
      </div>
      {found.state === 'done' && found.counts.create > 0 && <ImportAccounts importId={found.id} />}
      {found.state === 'done' && found.written > 0 && (
        <Button component={ScreenLink} href={addressOf('Students')} mb="md">
          {t('studentImport.openStudents')}
        </Button>
      )}
      {!isBeforeReview(found) && <Rows found={found} />}
      {found.compared.series > 0 && found.counts.absent !== null && <AbsentStudents found={found} />}
      <Bar found={found} />
    </Page>
  );
}
