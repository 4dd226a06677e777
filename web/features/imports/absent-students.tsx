import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudentImport } from '#contract/imports.ts';
import type { AbsentStudent } from '#contract/student-imports.ts';
import { addressOf } from '#domain/access/addresses.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import guide from './import-guide.module.css';
import { absentSource } from './student-calls.ts';

/** Which series were compared with the file, and their students whom it does not list. */
export function AbsentStudents({ found }: { readonly found: StudentImport }) {
  const { t } = useTranslation();
  const { series, first } = found.compared;
  const isComplete = found.counts.absent === 0;
  return (
    <section aria-labelledby="absent-students" className={guide.guide}>
      <h2 id="absent-students" className={guide.heading}>
        {t('studentImport.absent')}
      </h2>
      <p className={guide.note}>
        {t('studentImport.compared', { count: series })}{' '}
        {first
          .map(({ collegeName, sectionName, seriesName, year }) =>
            [collegeName, sectionName, seriesName, year].join(' · '),
          )
          .join('; ')}
        {series > first.length && '; …'}
      </p>
      {isComplete ? <p className={guide.note}>{t('studentImport.absentNone')}</p> : <Absent found={found} />}
    </section>
  );
}

/** Where the student can be looked up, moved or removed. */
const StudentLink = ({ row: { id, lastName, firstName } }: { readonly row: AbsentStudent }) => (
  <Anchor component={ScreenLink} href={addressOf('Students', { student: id })}>
    {lastName} {firstName}
  </Anchor>
);

/** The list of them; they are not changed. */
function Absent({ found }: { readonly found: StudentImport }) {
  const { t } = useTranslation();
  const list = useList(absentSource(found.id, found.state), useListQuery({}, 25));
  const columns: readonly Column<AbsentStudent>[] = [
    {
      name: 'name',
      label: t('studentImport.student'),
      cell: (row) => <StudentLink row={row} />,
      only: 'table',
    },
    { name: 'email', label: t('studentImport.email'), cell: ({ email }) => email },
    { name: 'number', label: t('studentImport.number'), cell: ({ nrMatricol }) => nrMatricol ?? '-' },
    {
      name: 'place',
      label: t('studentImport.place'),
      cell: ({ collegeName, sectionName, seriesName, year }) =>
        [collegeName, sectionName, seriesName, year].join(' · '),
    },
  ];
  return (
    <>
      <p className={guide.note}>
        {t('studentImport.absentCount', { count: found.counts.absent ?? 0 })}. {t('studentImport.absentHint')}
      </p>
      <List
        list={list}
        label={t('studentImport.absent')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ lastName, firstName }) => `${lastName} ${firstName}`}
        cardTitle={(row) => <StudentLink row={row} />}
        empty={{ title: t('studentImport.noRows') }}
      />
    </>
  );
}
