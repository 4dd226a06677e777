import { ActionIcon, Table } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionColumn, QuestionStatistics } from '#contract/statistics.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { isToReview } from '#domain/statistics/item-flags.ts';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { questionFigures } from '#domain/statistics/question-figures.ts';
import { formatDate, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { nextSort } from '#web/list/list-query.ts';
import { Paging } from '#web/list/paging.tsx';
import { SortHeader, sortedAs } from '#web/list/sort-header.tsx';
import type { ListState } from '#web/list/use-list.ts';
import { allUse, type GroupUse, shareOf, useShareText } from '#web/sittings/answer-shares.ts';
import { CheckIcon, ChevronDownIcon, ChevronRightIcon, WarningIcon } from '#web/ui/icons.tsx';
import { OpenCase } from './open-case.tsx';
import classes from './statistics.module.css';
import { YearsTable } from './years-table.tsx';

function Bar({ share, tone }: { readonly share: number; readonly tone: 'best' | 'worst' | 'all' }) {
  return (
    <span className={classes.spark} aria-hidden>
      <span data-tone={tone} style={{ width: `${Math.round(100 * share)}%` }} />
    </span>
  );
}

/** How often each answer was chosen: by all students, the best and the weakest. */
function Answers({ question }: { readonly question: QuestionStatistics }) {
  const { t } = useTranslation();
  const shareText = useShareText();
  const cell = (use: GroupUse | null, tone: 'best' | 'worst' | 'all') => (
    <Table.Td className={classes.number}>
      <Bar share={shareOf(use) ?? 0} tone={tone} />
      {shareText(use)}
    </Table.Td>
  );
  return (
    <>
      <Table
        className={classes.answers}
        aria-label={t('statistics.details', { id: question.questionId })}
        verticalSpacing={4}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('statistics.answer')}</Table.Th>
            <Table.Th scope="col">{t('statistics.shownTo')}</Table.Th>
            <Table.Th scope="col">{t('statistics.chosenBy')}</Table.Th>
            <Table.Th scope="col">{t('statistics.bestChose')}</Table.Th>
            <Table.Th scope="col">{t('statistics.worstChose')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {question.answers.map((answer, index) => (
            <Table.Tr key={letterOf(index)}>
              <Table.Td>
                <strong>{letterOf(index)}</strong> {answer.text}
                {answer.isCorrect && (
                  <span className={classes.correct}>
                    <CheckIcon size={14} /> {t('statistics.isCorrect')}
                  </span>
                )}
              </Table.Td>
              <Table.Td className={classes.number}>{answer.shown}</Table.Td>
              {cell(allUse(answer), 'all')}
              {cell(answer.upper, 'best')}
              {cell(answer.lower, 'worst')}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {question.lastServed !== null && (
        <p className={classes.note}>{t('statistics.lastServed', { day: formatDate(question.lastServed) })}</p>
      )}
    </>
  );
}

const explained = ['difficulty', 'discrimination', 'upperLower'] as const;

type QuestionTableProps = {
  readonly list: ListState<QuestionStatistics>;
  readonly sessionId: number | undefined;
  readonly fewest: number;
};

/** Each question version with its figures and remarks; opening one shows its answers. */
export function QuestionTable({ list, sessionId, fewest }: QuestionTableProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number>();
  const { query, setQuery } = list;
  const header = (name: QuestionColumn, label: string, isFigure: boolean) => (
    <SortHeader
      key={name}
      label={label}
      isFigure={isFigure}
      sorted={sortedAs(query, name, 'questionId')}
      onSort={() => setQuery(nextSort(query, name, 'questionId'))}
    />
  );
  const figure = (value: number | null, served: number) =>
    value === null
      ? t(`statistics.${whyMissing(served, fewest)}`)
      : formatNumber(value, currentLanguage(), 2);
  const cellOf = (question: QuestionStatistics, name: (typeof questionFigures)[number]) => {
    switch (name) {
      case 'difficulty':
        return question.difficulty === null ? (
          t('statistics.tooFew')
        ) : (
          <>
            <Bar share={question.difficulty} tone="all" />
            {t('statistics.percent', { value: Math.round(100 * question.difficulty) })}
          </>
        );
      case 'discrimination':
        return figure(question.discrimination, question.served);
      case 'upperLower':
        return figure(question.upperLower, question.served);
      case 'seconds':
        return question.seconds === null
          ? t('statistics.tooFew')
          : t('examResult.seconds', { seconds: Math.round(question.seconds) });
      default:
        return question[name];
    }
  };
  return (
    <div className={classes.scroll} data-stale={list.isStale || undefined}>
      {explained.map((name) => (
        <p key={name} className={classes.note}>
          <strong>{t(`statistics.${name}`)}</strong>
          {t('common.colon')} {t(`statistics.${name}Hint`)}
        </p>
      ))}
      <Table verticalSpacing="xs" aria-label={t('statistics.questions')}>
        <Table.Thead>
          <Table.Tr>
            {header('questionId', t('statistics.question'), false)}
            {questionFigures.map((name) => header(name, t(`statistics.${name}`), true))}
            <Table.Th scope="col">{t('statistics.remarks')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.rows.map((question) => {
            const { versionId, questionId, version } = question;
            const isOpen = open === versionId;
            return (
              <Fragment key={versionId}>
                <Table.Tr>
                  <Table.Td className={classes.question}>
                    <ActionIcon
                      variant="subtle"
                      aria-expanded={isOpen}
                      aria-label={t('statistics.details', { id: questionId })}
                      onClick={() => setOpen(isOpen ? undefined : versionId)}
                    >
                      {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
                    </ActionIcon>
                    <span>
                      <span className={classes.text}>{question.text}</span>
                      <span className={classes.id}>
                        {questionId}
                        {version > 1 && `, ${t('statistics.version')} ${version}`}
                      </span>
                    </span>
                  </Table.Td>
                  {questionFigures.map((name) => (
                    <Table.Td key={name} className={classes.number}>
                      {cellOf(question, name)}
                    </Table.Td>
                  ))}
                  <Table.Td className={classes.remarks}>
                    {question.flags.map(({ kind, answer }) => (
                      <span key={`${kind} ${answer}`} data-flag={kind}>
                        {kind !== 'tooFew' && <WarningIcon size={14} />}{' '}
                        {t(`statistics.flag_${kind}`, { answer: answer === null ? '' : letterOf(answer) })}
                      </span>
                    ))}
                    {isToReview(question.flags) && <OpenCase question={question} sessionId={sessionId} />}
                  </Table.Td>
                </Table.Tr>
                {isOpen && (
                  <Table.Tr>
                    <Table.Td colSpan={questionFigures.length + 2}>
                      <Answers question={question} />
                      <YearsTable questionId={questionId} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
      <Paging list={list} />
    </div>
  );
}
