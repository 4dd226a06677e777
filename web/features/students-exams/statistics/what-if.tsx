import { Button, MultiSelect, Select, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamStatistics, WhatIfResult } from '#contract/statistics.ts';
import { type ScoringMode, scoringModes } from '#domain/scoring/score-question.ts';
import { hasChanged } from '#domain/statistics/what-if.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { Paging } from '#web/list/paging.tsx';
import { figure } from '#web/sittings/figure.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import shared from '../students-exams.module.css';
import { usePagedRows } from './paged-rows.ts';
import classes from './statistics.module.css';
import { type Cohort, computeWhatIf } from './statistics-calls.ts';

type ResultProps = { readonly result: WhatIfResult; readonly without: readonly string[] };

function Result({ result, without }: ResultProps) {
  const { t } = useTranslation();
  const changedWords = result.isPartial ? 'statistics.changedScores' : 'statistics.changedGrades';
  const figures = result.isPartial
    ? (['oldScore', 'newScore'] as const)
    : (['oldScore', 'newScore', 'oldGrade', 'newGrade'] as const);
  const changed = result.exams.filter(hasChanged);
  const { shown, paging } = usePagedRows(changed);
  return (
    <div role="status">
      <p className={classes.note}>
        {t('statistics.whatIfMode', {
          mode: result.mode === null ? t('statistics.modeKept') : t(`statistics.mode_${result.mode}`),
        })}{' '}
        {without.length > 0 && t('statistics.whatIfWithout', { questions: without.join(', ') })}{' '}
        {result.leftOut > 0 && t('statistics.whatIfLeftOut', { count: result.leftOut })}
      </p>
      {!result.isPartial && (
        <Table className={classes.answers} verticalSpacing={4} aria-label={t('statistics.whatIf')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th scope="col">{t('statistics.before')}</Table.Th>
              <Table.Th scope="col">{t('statistics.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">{t('statistics.meanGrade')}</Table.Th>
              <Table.Td className={classes.number}>{figure(result.oldMean)}</Table.Td>
              <Table.Td className={classes.number}>{figure(result.newMean)}</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th scope="row">{t('statistics.passed')}</Table.Th>
              <Table.Td className={classes.number}>{result.oldPassed}</Table.Td>
              <Table.Td className={classes.number}>{result.newPassed}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      )}
      <p className={classes.note}>
        {t(changedWords, { count: result.changed })} {changed.length > 0 && t('statistics.onlyChanged')}
      </p>
      {changed.length > 0 && (
        <div className={classes.scroll}>
          <Table verticalSpacing={4} aria-label={t(changedWords, { count: result.changed })}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('statistics.student')}</Table.Th>
                {figures.map((name) => (
                  <Table.Th key={name} scope="col" className={classes.number}>
                    {t(`statistics.${name}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((exam) => (
                <Table.Tr key={exam.examId}>
                  <Table.Td>
                    {exam.lastName} {exam.firstName}
                    {exam.numarMatricol !== null && ` (${exam.numarMatricol})`}
                  </Table.Td>
                  {figures.map((name) => (
                    <Table.Td key={name} className={classes.number}>
                      {figure(exam[name])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Paging list={paging} />
        </div>
      )}
    </div>
  );
}

/** The computed result, and the filters for its export. */
type Computed = {
  readonly result: WhatIfResult;
  readonly filters: Readonly<Record<string, string | number>>;
  readonly without: readonly string[];
};

type WhatIfProps = {
  readonly statistics: ExamStatistics;
  readonly cohort: Extract<Cohort, { readonly examCustomId: number }>;
};

/** What another mode, or the exam without some questions, would give; nothing is written (RESU-6). */
export function WhatIf({ statistics, cohort }: WhatIfProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<ScoringMode | null>(null);
  const [without, setWithout] = useState<string[]>([]);
  const [result, setResult] = useState<Computed>();
  const { sending: computing, refused, attempt } = useAttempt();
  const questions = new Map(statistics.questions.map(({ questionId, text }) => [String(questionId), text]));
  const compute = () =>
    attempt(async () => {
      const { examCustomId, sessionId, partId } = cohort;
      const request = {
        examCustomId,
        ...(sessionId !== undefined && { sessionId }),
        ...(partId !== undefined && { partId }),
        ...(mode !== null && { mode }),
      };
      setResult({
        result: await computeWhatIf({ ...request, withoutQuestions: without.map(Number) }),
        filters: { ...request, withoutQuestions: without.join(',') },
        without,
      });
    });
  return (
    <section aria-labelledby="statistics-what-if">
      <h2 id="statistics-what-if" className={shared.heading}>
        {t('statistics.whatIf')}
      </h2>
      <p className={classes.note}>{t('statistics.whatIfLead')}</p>
      <RefusalAlert refused={refused} />
      <div className={classes.form}>
        <Select
          label={t('statistics.mode')}
          placeholder={t('statistics.modeKept')}
          clearable
          value={mode}
          data={scoringModes.map((one) => ({ value: one, label: t(`statistics.mode_${one}`) }))}
          onChange={(value) => setMode(scoringModes.find((one) => one === value) ?? null)}
        />
        <MultiSelect
          label={t('statistics.without')}
          searchable
          clearable
          value={without}
          data={[...questions].map(([value, text]) => ({ value, label: `${value}: ${text.slice(0, 80)}` }))}
          onChange={setWithout}
        />
        <Button
          loading={computing}
          disabled={mode === null && without.length === 0}
          onClick={() => void compute()}
        >
          {t('statistics.compute')}
        </Button>
      </div>
      {result && (
        <>
          <ExportMenu
            path="statistics/whatIf"
            query={{ search: '', sort: undefined, desc: false, filters: result.filters }}
            columns={[]}
            label={t('statistics.exportWhatIf')}
          />
          <Result key={JSON.stringify(result.filters)} result={result.result} without={result.without} />
        </>
      )}
    </section>
  );
}
