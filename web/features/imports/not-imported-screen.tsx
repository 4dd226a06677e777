import './import-styles.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NotImported } from '#contract/student-imports.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { useList } from '#web/list/use-list.ts';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { notImportedSource } from './student-calls.ts';
import { studentProblemText } from './student-problem.ts';

function Reasons({ row }: { readonly row: NotImported }) {
  const { t } = useTranslation();
  const reasons = row.problems.map((problem) => studentProblemText(t, problem));
  return (row.isWaiting ? [t('studentImport.missedWaits'), ...reasons] : reasons).join(' ') || '-';
}

/** Rows of student files that were not imported, for the office of their series: whom to ask, and why. */
export function Screen() {
  const { t } = useTranslation();
  const open = Number(useScreenAddress('Students').query.import);
  const importId = Number.isInteger(open) && open > 0 ? open : undefined;
  const list = useList(notImportedSource(importId), useAddressQuery('Students'));
  const columns: readonly Column<NotImported>[] = [
    { name: 'student', label: t('studentImport.student'), cell: ({ label }) => label, isRowName: true },
    { name: 'email', label: t('studentImport.email'), cell: ({ email }) => email || '-' },
    { name: 'series', label: t('studentImport.place'), cell: ({ series }) => series },
    {
      name: 'reasons',
      label: t('studentImport.details'),
      wraps: true,
      cell: (row) => <Reasons row={row} />,
    },
    {
      name: 'file',
      label: t('studentImport.missedFile'),
      wraps: true,
      cell: ({ fileName, line, madeAt, madeBy }) =>
        `${fileName}, ${t('studentImport.line')} ${line} · ${formatDateTime(madeAt)} · ${t('studentImport.madeByName', { name: madeBy })}`,
    },
  ];
  return (
    <Page
      title={t('studentImport.missedTitle')}
      description={t('studentImport.missedLead')}
      actions={
        <>
          {importId !== undefined && (
            <Button
              variant="default"
              component={ScreenLink}
              href={addressOf('Students', { view: 'notImported' })}
            >
              {t('studentImport.missedAll')}
            </Button>
          )}
          <Button variant="default" component={ScreenLink} href={addressOf('Students')}>
            {t('screens.Students')}
          </Button>
        </>
      }
    >
      <List
        list={list}
        label={t('studentImport.missedTitle')}
        columns={columns}
        idOf={({ importId: of, position }) => `${of}-${position}`}
        nameOf={({ label }) => label}
        empty={{ title: t('studentImport.missedNone'), hint: t('studentImport.missedNoneHint') }}
      />
    </Page>
  );
}
