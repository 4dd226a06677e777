import { Button, Group, Skeleton, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { useCorrelation } from './result-calls.ts';
import classes from './students-exams.module.css';

const columns = ['bankNumber', 'bankQuestion', 'bankVersion', 'bankChapter', 'bankTemplate'] as const;

function Rows({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  const found = useCorrelation(groupId);
  if (found.isError)
    return (
      <ErrorPanel onRetry={() => void found.refetch()}>{textsOfError(found.error).join(' ')}</ErrorPanel>
    );
  if (!found.isSuccess) return <Skeleton height="8rem" role="status" aria-label={t('common.loading')} />;
  return (
    <Table verticalSpacing={4} aria-label={t('studentsExams.bank')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('studentExamColumns.examName')}</Table.Th>
          {columns.map((name) => (
            <Table.Th key={name} scope="col">
              {t(`studentsExams.${name}`)}
            </Table.Th>
          ))}
          <Table.Th scope="col">A, B, C…</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.data.map((row) => (
          <Table.Tr key={`${row.exam} ${row.number} ${row.questionId}`}>
            <Table.Td>{row.exam}</Table.Td>
            <Table.Td>{row.number}</Table.Td>
            <Table.Td>{row.questionId}</Table.Td>
            <Table.Td>{row.version}</Table.Td>
            <Table.Td>{row.chapterCode}</Table.Td>
            <Table.Td>{row.templateNumber ?? '-'}</Table.Td>
            <Table.Td>{row.answers.join(', ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Which question of the bank each number of the paper is, with the order of its answers (TMPL-3). */
export function Correlation({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <section
      className={classes.exam}
      aria-labelledby="sitting-bank"
      data-print={isShown ? undefined : 'hidden'}
    >
      <div className={classes.examHead}>
        <h2 id="sitting-bank" className={classes.heading}>
          {t('studentsExams.bank')}
        </h2>
        <Group gap="sm" data-print="hidden">
          <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'studentsExams.bankHide' : 'studentsExams.bankShow')}
          </Button>
          <ExportMenu
            path={`examGroups/${groupId}/correlation`}
            query={{ search: '', sort: undefined, desc: false, filters: {} }}
            columns={[]}
            label={t('studentsExams.bankExport')}
          />
        </Group>
      </div>
      {isShown && (
        <div className={classes.scroll}>
          <Rows groupId={groupId} />
        </div>
      )}
    </section>
  );
}
