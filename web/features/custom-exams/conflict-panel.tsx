import { Alert, Button, Group, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import { useColleges, useSections } from '#web/api/discipline-choices.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { type DifferenceWords, type DifferentField, differencesOf } from './differences.ts';
import { useSeries } from './exam-calls.ts';
import type { ExamForm } from './exam-form.ts';

type ConflictPanelProps = {
  readonly by: string;
  readonly mine: ExamForm;
  readonly theirs: ExamForm;
  /** The versions that mine and theirs come from: lists loaded before may lack a name. */
  readonly stored: readonly CustomExamItem[];
  readonly onSaveMine: () => void;
  readonly onTakeTheirs: () => void;
};

type Versions = Pick<ConflictPanelProps, 'mine' | 'theirs' | 'stored'>;
type Named = readonly { readonly id: number; readonly name: string }[] | undefined;

/** The names of the places and series of both versions. */
function useDifferenceWords({ mine, theirs, stored }: Versions): DifferenceWords {
  const { t } = useTranslation();
  const nameIn =
    (...lists: readonly Named[]) =>
    (id: number) =>
      lists.flatMap((list) => list ?? []).find((one) => one.id === id)?.name ?? t('customExams.nameUnknown');
  const colleges = useColleges();
  const sections = [useSections(mine.collegeId ?? 0), useSections(theirs.collegeId ?? 0)];
  const series = [useSeries(mine.sectionId), useSeries(theirs.sectionId)];
  return {
    college: nameIn(
      stored.map(({ collegeId, collegeName }) => ({ id: collegeId, name: collegeName })),
      colleges.data,
    ),
    section: nameIn(
      stored.map(({ sectionId, sectionName }) => ({ id: sectionId, name: sectionName })),
      ...sections.map(({ data }) => data),
    ),
    series: nameIn(
      stored.flatMap(({ seriesIds, seriesNames }) =>
        seriesIds.map((id, index) => ({ id, name: seriesNames[index] ?? '' })),
      ),
      ...series.map(({ data }) => data),
    ),
    questions: (count) => t('customExams.questionCount', { count }),
    credits: (credits) => t('customExams.creditCount', { credits }),
    percents: (simple) => t('customExams.percents', { simple, multiple: 100 - simple }),
  };
}

/** Shown when another user saved the exam in the meantime: the differences and a choice between both versions. */
export function ConflictPanel({ by, onSaveMine, onTakeTheirs, ...versions }: ConflictPanelProps) {
  const { t } = useTranslation();
  const words = useDifferenceWords(versions);
  const names: Readonly<Record<DifferentField, string>> = {
    examName: t('customExams.examName'),
    college: t('customExams.college'),
    section: t('customExams.section'),
    year: t('customExams.year'),
    series: t('customExams.series'),
    examDuration: t('customExams.minutes'),
    parts: t('customExams.parts'),
  };
  const differences = differencesOf(versions.mine, versions.theirs, words);
  return (
    <Alert color="yellow" variant="light" icon={<WarningIcon />} title={t('customExams.conflictTitle')}>
      <p>{textOfCode('customExam.changed', { by })}</p>
      {differences.length > 0 && (
        <Table className={classes.differences}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('customExams.field')}</Table.Th>
              <Table.Th>{t('customExams.mine')}</Table.Th>
              <Table.Th>{t('customExams.theirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map((one) => (
              <Table.Tr key={one.field}>
                <Table.Th scope="row">{names[one.field]}</Table.Th>
                <Table.Td>{one.mine}</Table.Td>
                <Table.Td>{one.theirs}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="sm" mt="md">
        <Button onClick={onSaveMine}>{t('customExams.saveMine')}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('customExams.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
