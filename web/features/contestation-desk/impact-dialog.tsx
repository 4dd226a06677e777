import { Button, Modal, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContestImpact } from '#contract/contestations.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ArrowRightIcon } from '#web/ui/icons.tsx';
import { usePhone } from '#web/ui/phone.ts';
import classes from './impact.module.css';

type Changed = ContestImpact['changes'][number];

/** Whether a grade crosses the pass grade. */
const crossing = ({ oldGrade, newGrade }: Changed): 'passes' | 'fails' | undefined => {
  if (oldGrade >= passGrade === newGrade >= passGrade) return undefined;
  return newGrade >= passGrade ? 'passes' : 'fails';
};

/** The grades before and after side by side: bars, and the same figures as a table for screen readers. */
function Distribution({ distribution }: Pick<ContestImpact, 'distribution'>) {
  const { t } = useTranslation();
  const most = Math.max(1, ...distribution.flatMap(({ before, after }) => [before, after]));
  const range = ({ from, to }: ContestImpact['distribution'][number]) =>
    t(to === 10 ? 'statistics.gradeRangeLast' : 'statistics.gradeRange', { from, to });
  return (
    <section aria-labelledby="impact-distribution">
      <h3 id="impact-distribution" className={classes.heading}>
        {t('statistics.distribution')}
      </h3>
      <div className={classes.histogram} aria-hidden>
        {distribution.map((bar) => (
          <div key={bar.from} className={classes.bin} title={range(bar)}>
            <span className={classes.bars}>
              {(
                [
                  ['before', bar.before],
                  ['after', bar.after],
                ] as const
              ).map(([when, count]) => (
                <span key={when} className={classes.bar}>
                  <span className={classes.count}>{count > 0 && count}</span>
                  <span data-when={when} style={{ height: `${(75 * count) / most}%` }} />
                </span>
              ))}
            </span>
            <span className={classes.label}>
              {bar.from}–{bar.to}
            </span>
          </div>
        ))}
      </div>
      <p className={classes.legend} aria-hidden>
        <span data-when="before" /> {t('statistics.before')}
        <span data-when="after" /> {t('statistics.after')}
      </p>
      <VisuallyHidden>
        <table>
          <caption>{t('statistics.distribution')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('statistics.grades')}</th>
              <th scope="col">{t('statistics.before')}</th>
              <th scope="col">{t('statistics.after')}</th>
            </tr>
          </thead>
          <tbody>
            {distribution.map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{range(bar)}</th>
                <td>{bar.before}</td>
                <td>{bar.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </section>
  );
}

const atOnce = 100;

function Changes({ changes }: Pick<ContestImpact, 'changes'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(atOnce);
  const number = (value: number) => formatNumber(value, currentLanguage(), 2);
  const arrow = (before: number, after: number) => (
    <>
      {number(before)} <ArrowRightIcon size={12} /> <strong>{number(after)}</strong>
    </>
  );
  // Who passes or fails now comes first.
  const ordered = changes.toSorted(
    (one, other) => Number(crossing(other) !== undefined) - Number(crossing(one) !== undefined),
  );
  return (
    <>
      <Table verticalSpacing={4} aria-label={t('contestationDesk.impactTitle')} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('statistics.student')}</Table.Th>
            <Table.Th scope="col">{t('contestationDesk.points')}</Table.Th>
            <Table.Th scope="col">{t('contestationDesk.grade')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ordered.slice(0, shown).map((exam) => {
            const crosses = crossing(exam);
            return (
              <Table.Tr key={exam.examId}>
                <Table.Td>
                  {exam.lastName} {exam.firstName}
                  {exam.numarMatricol !== null && (
                    <span className={classes.quiet}> {exam.numarMatricol}</span>
                  )}
                </Table.Td>
                <Table.Td className={classes.number}>{arrow(exam.oldScore, exam.newScore)}</Table.Td>
                <Table.Td className={classes.number}>
                  {arrow(exam.oldGrade, exam.newGrade)}
                  {crosses && (
                    <span className={classes.crossing} data-crosses={crosses}>
                      {t(`contestationDesk.${crosses}`)}
                    </span>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {ordered.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + atOnce)}>
          {t('contestationDesk.moreStudents', { count: ordered.length - shown })}
        </Button>
      )}
    </>
  );
}

type ImpactDialogProps = {
  readonly impact: ContestImpact;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Whose points and grade change, who crosses the pass grade, and the distribution before and after (CONT-4). */
export function ImpactDialog({ impact, opened, onClose }: ImpactDialogProps) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      fullScreen={isPhone}
      title={t('contestationDesk.impactTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Distribution distribution={impact.distribution} />
      <Changes changes={impact.changes} />
    </Modal>
  );
}
