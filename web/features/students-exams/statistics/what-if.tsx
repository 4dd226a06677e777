import {
  Button,
  type ComboboxItem,
  MultiSelect,
  type OptionsFilter,
  Select,
  Skeleton,
  Table,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangedColumn, ChangedExam, WhatIfResult } from '#contract/statistics.ts';
import { type ScoringMode, scoringModes } from '#domain/scoring/score-question.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { typingPauses } from '#web/base/typing-pauses.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { TableFrame } from '#web/list/table-frame.tsx';
import { type ListState, usePagedResult } from '#web/list/use-list.ts';
import { figure } from '#web/sittings/figure.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ArrowRightIcon } from '#web/ui/icons.tsx';
import shared from '../students-exams.module.css';
import classes from './statistics.module.css';
import {
  type ExamCohort,
  useIsComputing,
  useServedQuestions,
  useWhatIf,
  type WhatIfRequest,
} from './statistics-calls.ts';

/** What was submitted: the request, and the filters of its export. */
type Submitted = {
  readonly body: WhatIfRequest;
  readonly filters: Readonly<Record<string, string | number>>;
  readonly without: readonly string[];
  /** Counts the requests, so that each is computed again. */
  readonly run: number;
};

const changedWords = ({ isPartial }: WhatIfResult) =>
  isPartial ? 'statistics.changedScores' : 'statistics.changedGrades';

type FigureColumn = Exclude<ChangedColumn, 'lastName' | 'numarMatricol'>;

type ChangesProps = { readonly result: WhatIfResult; readonly list: ListState<ChangedExam> };

/** The exams that change, sorted and paged at the server. */
function Changes({ result, list }: ChangesProps) {
  const { t } = useTranslation();
  const nameOf = ({ lastName, firstName, numarMatricol }: ChangedExam) =>
    `${lastName} ${firstName}${numarMatricol === null ? '' : ` (${numarMatricol})`}`;
  const column = (
    name: FigureColumn,
    inLine: Column<ChangedExam>['inLine'] = false,
  ): Column<ChangedExam> => ({
    name,
    label: t(`statistics.${name}`),
    isSortable: true,
    isFigure: true,
    cell: (exam) => figure(exam[name]),
    inLine,
  });
  const change = (label: string, before: number | null, after: number | null) => (
    <>
      {label} {figure(before)} <ArrowRightIcon size={12} />{' '}
      <VisuallyHidden>{t('statistics.after')}</VisuallyHidden> {figure(after)}
    </>
  );
  const columns: readonly Column<ChangedExam>[] = [
    { name: 'lastName', label: t('statistics.student'), isSortable: true, only: 'table', cell: nameOf },
    column('oldScore', ({ oldScore, newScore }) => change(t('settlement.points'), oldScore, newScore)),
    column('newScore'),
    ...(result.isPartial
      ? []
      : [
          column('oldGrade', ({ oldGrade, newGrade }) => change(t('settlement.grade'), oldGrade, newGrade)),
          column('newGrade'),
        ]),
  ];
  return (
    <List
      list={list}
      label={t(changedWords(result), { count: result.changed })}
      columns={columns}
      idOf={({ examId }) => examId}
      nameOf={nameOf}
      defaultSort={{ name: 'lastName', label: t('statistics.student') }}
      empty={{ title: t('crud.emptyReadOnly') }}
    />
  );
}

/** The mean grade and the number who pass, before and after. */
function Totals({ result }: { readonly result: WhatIfResult }) {
  const { t } = useTranslation();
  const rows = [
    ['meanGrade', figure(result.oldMean), figure(result.newMean)],
    ['passed', result.oldPassed, result.newPassed],
  ] as const;
  return (
    <TableFrame label={t('statistics.whatIf')} isNested isSlim verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col" data-figure>
            {t('statistics.before')}
          </Table.Th>
          <Table.Th scope="col" data-figure>
            {t('statistics.after')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, before, after]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{t(`statistics.${name}`)}</Table.Th>
            <Table.Td data-figure>{before}</Table.Td>
            <Table.Td data-figure>{after}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}

function Result({ submitted: { body, without, run } }: { readonly submitted: Submitted }) {
  const { t } = useTranslation();
  const state = useListQuery({}, 50);
  const found = useWhatIf(body, run, state[0]);
  const list = usePagedResult(state, found, ({ exams, changed }) => ({
    rows: exams,
    total: changed,
  }));
  if (found.isError)
    return (
      <ErrorPanel onRetry={() => void found.refetch()}>{textsOfError(found.error).join(' ')}</ErrorPanel>
    );
  if (!found.data) return <Skeleton height="8rem" role="status" aria-label={t('common.loading')} />;
  const result = found.data;
  return (
    <>
      <div role="status">
        <p className={classes.note}>
          {t('statistics.whatIfMode', {
            mode: result.mode === null ? t('statistics.modeKept') : t(`statistics.mode_${result.mode}`),
          })}{' '}
          {without.length > 0 && t('statistics.whatIfWithout', { questions: without.join(', ') })}{' '}
          {result.leftOut > 0 && t('statistics.whatIfLeftOut', { count: result.leftOut })}
        </p>
        {!result.isPartial && <Totals result={result} />}
        <p className={classes.note}>
          {t(changedWords(result), { count: result.changed })}{' '}
          {result.changed > 0 && t('statistics.onlyChanged')}
        </p>
      </div>
      {result.changed > 0 && <Changes result={result} list={list} />}
    </>
  );
}

/** The props of a select of questions that the cohort was served, searched at the server; the chosen ones keep their names. */
function useQuestionSelect(cohort: ExamCohort) {
  const { t } = useTranslation();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [chosen, setChosen] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingPauses.options);
  const [isOpened, setOpened] = useState(false);
  const found = useServedQuestions(cohort, search, isOpened);
  const listed = (found.data?.data ?? []).map(({ questionId, text }) => ({
    value: String(questionId),
    label: `${questionId}: ${text.slice(0, 80)}`,
  }));
  const unlisted = chosen.filter((id) => !listed.some(({ value }) => value === id));
  const hidden = Math.max(0, (found.data?.total ?? 0) - listed.length);
  return {
    chosen,
    select: {
      value: chosen,
      data: [
        ...unlisted.map((value) => ({ value, label: names.get(value) ?? value })),
        ...listed,
        ...(hidden > 0
          ? [{ value: '0', label: t('crud.moreOptions', { count: hidden }), disabled: true }]
          : []),
      ],
      // The server has filtered already; a chosen question that did not match is present only for its name.
      filter: (({ options }) =>
        (options as ComboboxItem[]).filter(({ value }) => !unlisted.includes(value))) as OptionsFilter,
      searchable: true,
      searchValue: typed,
      onSearchChange: setTyped,
      onDropdownOpen: () => setOpened(true),
      nothingFoundMessage: found.isFetching ? undefined : t('crud.noOptions'),
      onChange: (ids: string[]) => {
        const added = listed.filter(({ value }) => ids.includes(value));
        setNames(
          (before) => new Map([...before, ...added.map(({ value, label }) => [value, label] as const)]),
        );
        setChosen(ids);
      },
    },
  };
}

/** What another mode, or the exam without some questions, would give; nothing is written (RESU-6). */
export function WhatIf({ cohort }: { readonly cohort: ExamCohort }) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<ScoringMode | null>(null);
  const { chosen: without, select } = useQuestionSelect(cohort);
  const [submitted, setSubmitted] = useState<Submitted>();
  const isComputing = useIsComputing();
  const compute = () => {
    const { examCustomId, sessionId, partId } = cohort;
    const request = {
      examCustomId,
      ...(sessionId !== undefined && { sessionId }),
      ...(partId !== undefined && { partId }),
      ...(mode !== null && { mode }),
    };
    setSubmitted({
      body: { ...request, withoutQuestions: without.map(Number) },
      filters: { ...request, withoutQuestions: without.join(',') },
      without,
      run: (submitted?.run ?? 0) + 1,
    });
  };
  return (
    <section aria-labelledby="statistics-what-if">
      <h2 id="statistics-what-if" className={shared.heading}>
        {t('statistics.whatIf')}
      </h2>
      <p className={classes.note}>{t('statistics.whatIfLead')}</p>
      <div className={classes.form}>
        <Select
          label={t('statistics.mode')}
          placeholder={t('statistics.modeKept')}
          clearable
          value={mode}
          data={scoringModes.map((one) => ({ value: one, label: t(`statistics.mode_${one}`) }))}
          onChange={(value) => setMode(scoringModes.find((one) => one === value) ?? null)}
        />
        <MultiSelect label={t('statistics.without')} clearable {...select} />
        <Button loading={isComputing} disabled={mode === null && without.length === 0} onClick={compute}>
          {t('statistics.compute')}
        </Button>
      </div>
      {submitted && (
        <>
          <ExportMenu
            path="statistics/whatIf"
            query={{ search: '', sort: undefined, desc: false, filters: submitted.filters }}
            columns={[]}
            label={t('statistics.exportWhatIf')}
          />
          <Result key={submitted.run} submitted={submitted} />
        </>
      )}
    </section>
  );
}
