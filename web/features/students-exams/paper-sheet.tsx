import { Checkbox, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PaperEntry } from '#contract/paper-entries.ts';
import type { Reading } from '#domain/exam-taking/paper-entries.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import classes from './students-exams.module.css';

type Exam = PaperEntry['exams'][number];

/** The reading with other ticks for a question; a ticked question is not crossed out. */
const ticked = ({ ticks, cleared }: Reading, number: number, now: number): Reading => ({
  ticks: ticks.map((old, index) => (index + 1 === number ? now : old)),
  cleared: cleared.filter((one) => one !== number),
});

/** The reading with a question crossed out, or no longer. */
const crossedOut = ({ ticks, cleared }: Reading, number: number, isOut: boolean): Reading => ({
  ticks,
  cleared: [...cleared.filter((one) => one !== number), ...(isOut ? [number] : [])].sort((a, b) => a - b),
});

type SheetProps = {
  readonly exam: Exam;
  readonly reading: Reading;
  readonly isClosed: boolean;
  readonly onRead: (reading: Reading) => void;
};

/** The answer sheet of one exam: a row for each question. */
export function PaperSheet({ exam, reading, isClosed, onRead }: SheetProps) {
  const { t } = useTranslation();
  const differing = new Set(exam.differences);
  return (
    <Table verticalSpacing={4} aria-label={exam.name}>
      <Table.Tbody>
        {exam.questions.map(({ kind, options, isAnswered }, index) => {
          const number = index + 1;
          const ticks = reading.ticks[index] ?? 0;
          const now = (at: number, isOn: boolean) =>
            kind === 'simple' ? (isOn ? 1 << at : 0) : ticks ^ (1 << at);
          return (
            <Table.Tr key={number}>
              <Table.Th scope="row">{number}</Table.Th>
              <Table.Td>
                <span className={classes.lead}>
                  {Array.from({ length: options }, (_, at) => letterOf(at)).map((letter, at) => (
                    <Checkbox
                      key={letter}
                      label={letter}
                      aria-label={t('studentsExams.paperTick', { question: number, letter })}
                      disabled={isClosed}
                      checked={(ticks & (1 << at)) !== 0}
                      onChange={({ currentTarget: { checked } }) =>
                        onRead(ticked(reading, number, now(at, checked)))
                      }
                    />
                  ))}
                </span>
              </Table.Td>
              <Table.Td>
                {differing.has(number) && (
                  <span className={classes.differs}>{t('studentsExams.paperDiffers')}</span>
                )}
                {isAnswered && ticks === 0 && (
                  <Checkbox
                    label={t('studentsExams.paperCrossedOut')}
                    description={t('studentsExams.paperKept')}
                    aria-label={t('studentsExams.paperCrossOut', { question: number })}
                    disabled={isClosed}
                    checked={reading.cleared.includes(number)}
                    onChange={(event) => onRead(crossedOut(reading, number, event.currentTarget.checked))}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
