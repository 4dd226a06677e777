import { Modal, Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SamplePart } from '#contract/custom-exams.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { usePhone } from '#web/ui/phone.ts';
import classes from './custom-exams.module.css';
import { fetchSample } from './exam-calls.ts';
import type { ExamForm } from './exam-form.ts';

type Row = {
  readonly key: string;
  readonly disciplineName: string;
  readonly chapter: string;
  readonly simple: number;
  readonly multiple: number;
  readonly points: number;
};

/** Counts a paper's questions of each kind by discipline and chapter, in order of first appearance. */
function countsOf({ questions }: SamplePart): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { disciplineName, chapter, kind, points } of questions) {
    const key = `${disciplineName} ${chapter}`;
    const row = rows.get(key) ?? { key, disciplineName, chapter, simple: 0, multiple: 0, points: 0 };
    rows.set(key, { ...row, [kind]: row[kind] + 1, points: row.points + points });
  }
  return [...rows.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function Part({ part, index }: { readonly part: SamplePart; readonly index: number }) {
  const { t } = useTranslation();
  return (
    <section className={classes.samplePart} aria-label={part.name}>
      <h3 className={classes.heading}>
        {index + 1}. {part.name}
      </h3>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('customExams.discipline')}</Table.Th>
            <Table.Th>{t('customExams.chapter')}</Table.Th>
            <Table.Th ta="end">{t('customExams.simple')}</Table.Th>
            <Table.Th ta="end">{t('customExams.multiple')}</Table.Th>
            <Table.Th ta="end">{t('customExams.points')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {countsOf(part).map((row) => (
            <Table.Tr key={row.key}>
              <Table.Td>{row.disciplineName}</Table.Td>
              <Table.Td>{row.chapter}</Table.Td>
              <Table.Td ta="end">{row.simple}</Table.Td>
              <Table.Td ta="end">{row.multiple}</Table.Td>
              <Table.Td ta="end">{row.points}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ol className={classes.sampleOrder} aria-label={t('customExams.order')}>
        {part.questions.map(({ kind, chapter }, index) => (
          // A paper is drawn as a whole and never reordered, so the index identifies a question.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} data-kind={kind}>
            {kind === 'simple' ? 'CS' : 'CM'} <span className={classes.quiet}>{chapter}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type SampleDialogProps = { readonly form: ExamForm; readonly onClose: () => void };

/** The outline of a sample paper. It shows no questions, because users who compose exams may not read them. */
export function SampleDialog({ form, onClose }: SampleDialogProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const sample = useQuery({
    queryKey: ['customExams', 'sample', form],
    queryFn: () => fetchSample(form),
    retry: false,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={phone}
      title={t('customExams.sampleTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p className={classes.quiet}>{t('customExams.sampleHint', { minutes: form.examDuration || 0 })}</p>
      {sample.isError ? (
        <ErrorPanel onRetry={() => void sample.refetch()}>{textsOfError(sample.error).join(' ')}</ErrorPanel>
      ) : sample.data ? (
        sample.data.map((part, index) => <Part key={part.name} part={part} index={index} />)
      ) : (
        <Skeleton height="12rem" />
      )}
    </Modal>
  );
}
