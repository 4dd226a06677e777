import { Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionStatistics } from '#contract/statistics.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { isToReview } from '#domain/statistics/item-flags.ts';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { questionFigures } from '#domain/statistics/question-figures.ts';
import { formatDate, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import type { Column, RowId } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { TableFrame } from '#web/list/table-frame.tsx';
import type { ListState } from '#web/list/use-list.ts';
import { allUse, type GroupUse, shareOf, useShareText } from '#web/sittings/answer-shares.ts';
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx';
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
  const name = t('statistics.details', { id: question.questionId });
  const cell = (use: GroupUse | null, tone: 'best' | 'worst' | 'all') => (
    <Table.Td className={classes.number}>
      <Bar share={shareOf(use) ?? 0} tone={tone} />
      {shareText(use)}
    </Table.Td>
  );
  return (
    <>
      <TableFrame className={classes.answers} label={name} aria-label={name} isNested verticalSpacing={4}>
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
              <Table.Td className={classes.answerText}>
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
      </TableFrame>
      {question.lastServed !== null && (
        <p className={classes.note}>{t('statistics.lastServed', { day: formatDate(question.lastServed) })}</p>
      )}
    </>
  );
}

type Figure = (typeof questionFigures)[number];

/** A figure of a question as a text; a missing one says why. */
function useFigureTexts(fewest: number) {
  const { t } = useTranslation();
  const orWhy = (value: number | null, served: number) =>
    value === null
      ? t(`statistics.${whyMissing(served, fewest)}`)
      : formatNumber(value, currentLanguage(), 2);
  return (question: QuestionStatistics, name: Figure) => {
    const { difficulty, seconds, served } = question;
    switch (name) {
      case 'difficulty':
        return difficulty === null
          ? t('statistics.tooFew')
          : t('statistics.percent', { value: Math.round(100 * difficulty) });
      case 'discrimination':
      case 'upperLower':
        return orWhy(question[name], served);
      case 'seconds':
        return seconds === null
          ? t('statistics.tooFew')
          : t('examResult.seconds', { seconds: Math.round(seconds) });
      default:
        return question[name];
    }
  };
}

function useRemarkTexts() {
  const { t } = useTranslation();
  return ({ flags }: QuestionStatistics) =>
    flags.map(({ kind, answer }) => ({
      kind,
      text: t(`statistics.flag_${kind}`, { answer: answer === null ? '' : letterOf(answer) }),
    }));
}

function QuestionId({ question: { questionId, version } }: { readonly question: QuestionStatistics }) {
  const { t } = useTranslation();
  return (
    <span className={classes.id}>
      {questionId}
      {version > 1 && `, ${t('statistics.version')} ${version}`}
    </span>
  );
}

type QuestionTableProps = {
  readonly list: ListState<QuestionStatistics>;
  readonly sessionId: number | undefined;
  readonly fewest: number;
};

function useColumns({
  sessionId,
  fewest,
}: Omit<QuestionTableProps, 'list'>): readonly Column<QuestionStatistics>[] {
  const { t } = useTranslation();
  const textOf = useFigureTexts(fewest);
  const remarksOf = useRemarkTexts();
  return [
    {
      name: 'questionId',
      label: t('statistics.question'),
      isSortable: true,
      only: 'table',
      cell: (question) => (
        <div className={classes.question}>
          <span className={classes.text}>{question.text}</span>
          <QuestionId question={question} />
        </div>
      ),
    },
    ...questionFigures.map(
      (name): Column<QuestionStatistics> => ({
        name,
        label: t(`statistics.${name}`),
        isSortable: true,
        isFigure: true,
        className: classes.number,
        cell: (question) => (
          <>
            {name === 'difficulty' && question.difficulty !== null && (
              <Bar share={question.difficulty} tone="all" />
            )}
            {textOf(question, name)}
          </>
        ),
        // A card's second line has room for the difficulty and the remarks.
        isFlag: true,
        inLine: (question) => (name === 'difficulty' ? textOf(question, name) : null),
      }),
    ),
    {
      name: 'remarks',
      label: t('statistics.remarks'),
      cell: (question) => (
        <div className={classes.remarks}>
          {remarksOf(question).map(({ kind, text }) => (
            <span key={text} data-flag={kind}>
              {kind !== 'tooFew' && <WarningIcon size={14} />} {text}
            </span>
          ))}
          {isToReview(question.flags) && <OpenCase question={question} sessionId={sessionId} />}
        </div>
      ),
      inLine: (question) =>
        remarksOf(question)
          .map(({ text }) => text)
          .join(' '),
    },
  ];
}

const explained = ['difficulty', 'discrimination', 'upperLower'] as const;

/** Each question version with its figures and remarks; opening one shows its answers. */
export function QuestionTable({ list, ...shown }: QuestionTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(shown);
  const [open, setOpen] = useState<RowId>();
  const toggle = (id: RowId) => setOpen(open === id ? undefined : id);
  return (
    <>
      {explained.map((name) => (
        <p key={name} className={classes.note}>
          <strong>{t(`statistics.${name}`)}</strong>
          {t('common.colon')} {t(`statistics.${name}Hint`)}
        </p>
      ))}
      <List
        list={list}
        label={t('statistics.questions')}
        columns={columns}
        idOf={({ versionId }) => versionId}
        nameOf={({ text }) => text}
        cardTitle={(question) => (
          <>
            {question.text} <QuestionId question={question} />
          </>
        )}
        opens={({ versionId }) =>
          () =>
            toggle(versionId)
          }
        expansion={{
          isExpanded: (id) => id === open,
          toggle,
          label: ({ questionId }) => t('statistics.details', { id: questionId }),
          render: (question) => (
            <>
              <Answers question={question} />
              <YearsTable questionId={question.questionId} />
            </>
          ),
        }}
        defaultSort={{ name: 'questionId', label: t('statistics.question') }}
        empty={{ title: t('statistics.nobody') }}
      />
    </>
  );
}
