import { Alert, Button, Group, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOfCode } from '#web/base/error-text.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { differencesOf, type ExamForm } from './exam-form.ts';

type ConflictPanelProps = {
  readonly by: string;
  readonly mine: ExamForm;
  readonly theirs: ExamForm;
  readonly onSaveMine: () => void;
  readonly onTakeTheirs: () => void;
};

/** Shown when another user saved the exam in the meantime: the differences and a choice between both versions. */
export function ConflictPanel({ by, mine, theirs, onSaveMine, onTakeTheirs }: ConflictPanelProps) {
  const { t } = useTranslation();
  const names = {
    examName: t('customExams.examName'),
    examDuration: t('customExams.minutes'),
    disciplines: t('customExams.parts'),
  };
  return (
    <Alert color="yellow" variant="light" icon={<WarningIcon />} title={t('customExams.conflictTitle')}>
      <p>{textOfCode('customExam.changed', { by })}</p>
      <Table className={classes.differences}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('customExams.field')}</Table.Th>
            <Table.Th>{t('customExams.mine')}</Table.Th>
            <Table.Th>{t('customExams.theirs')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differencesOf(mine, theirs).map((one) => (
            <Table.Tr key={one.field}>
              <Table.Th scope="row">{names[one.field]}</Table.Th>
              <Table.Td>{one.mine}</Table.Td>
              <Table.Td>{one.theirs}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="sm" mt="md">
        <Button onClick={onSaveMine}>{t('customExams.saveMine')}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('customExams.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
