import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionStatistics } from '#contract/statistics.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { isToReview } from '#domain/statistics/item-flags.ts';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { questionFigures } from '#domain/statistics/question-figures.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import type { Column, RowId } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import type { ListState } from '#web/list/use-list.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import { AnswersTable } from './answers-table.tsx';
import { OpenCase } from './open-case.tsx';
import { ShareBar } from './share-bar.tsx';
import classes from './statistics.module.css';
import { YearsTable } from './years-table.tsx';

type Figure = (typeof questionFigures)[number];

/** A figure of a question as a text; a missing one says why. */
function useFigureText(fewest: number) {
  const { t } = useTranslation();
  return (question: QuestionStatistics, name: Figure) => {
    const { difficulty, seconds, served } = question;
    switch (name) {
      case 'difficulty':
        return difficulty === null
          ? t('statistics.tooFew')
          : t('statistics.percent', { value: Math.round(100 * difficulty) });
      case 'discrimination':
      case 'upperLower': {
        const value = question[name];
        return value === null
          ? t(`statistics.${whyMissing(served, fewest)}`)
          : formatNumber(value, currentLanguage(), 2);
      }
      case 'seconds':
        return seconds === null
          ? t('statistics.tooFew')
          : t('examResult.seconds', { seconds: Math.round(seconds) });
      default:
        return question[name];
    }
  };
}

type QuestionProps = { readonly question: QuestionStatistics };

function QuestionId({ question: { questionId, version } }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.id}>
      {questionId}
      {version > 1 && `, ${t('statistics.version')} ${version}`}
    </span>
  );
}

type RemarksProps = QuestionProps & { readonly sessionId: number | undefined };

function Remarks({ question, sessionId }: RemarksProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.remarks}>
      {question.flags.map(({ kind, answer }) => (
        <span key={`${kind} ${answer}`} data-flag={kind}>
          {kind !== 'tooFew' && <WarningIcon size={14} />}{' '}
          {t(`statistics.flag_${kind}`, { answer: answer === null ? '' : letterOf(answer) })}
        </span>
      ))}
      {isToReview(question.flags) && <OpenCase question={question} sessionId={sessionId} />}
    </div>
  );
}

/** The figures that a card shows before it is opened. */
const inLine: readonly Figure[] = ['difficulty', 'discrimination'];

type ColumnsOf = { readonly sessionId: number | undefined; readonly fewest: number };

function useColumns({ sessionId, fewest }: ColumnsOf): readonly Column<QuestionStatistics>[] {
  const { t } = useTranslation();
  const textOf = useFigureText(fewest);
  const figure = (name: Figure): Column<QuestionStatistics> => {
    const label = t(`statistics.${name}`);
    return {
      name,
      label,
      isSortable: true,
      isFigure: true,
      cell: (question) => (
        <>
          {name === 'difficulty' && question.difficulty !== null && (
            <ShareBar share={question.difficulty} tone="all" />
          )}
          {textOf(question, name)}
        </>
      ),
      inLine: inLine.includes(name) && ((question) => `${label} ${textOf(question, name)}`),
    };
  };
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
    ...questionFigures.map(figure),
    {
      name: 'remarks',
      label: t('statistics.remarks'),
      only: 'table',
      cell: (question) => <Remarks question={question} sessionId={sessionId} />,
    },
  ];
}

const explained = ['difficulty', 'discrimination', 'upperLower'] as const;

type QuestionTableProps = ColumnsOf & { readonly list: ListState<QuestionStatistics> };

/** Each question version with its figures and remarks; opening one shows its answers. */
export function QuestionTable({ list, sessionId, fewest }: QuestionTableProps) {
  const { t } = useTranslation();
  const columns = useColumns({ sessionId, fewest });
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
        cardNote={(question) =>
          question.flags.length > 0 && <Remarks question={question} sessionId={sessionId} />
        }
        opens={({ versionId }) =>
          () =>
            toggle(versionId)
          }
        expansion={{
          isExpanded: (id) => id === open,
          toggle,
          label: ({ questionId }) => t('statistics.details', { id: questionId }),
          render: (question) => (
            <div className={classes.details}>
              <AnswersTable question={question} />
              <YearsTable questionId={question.questionId} />
            </div>
          ),
        }}
        defaultSort={{ name: 'questionId', label: t('statistics.question') }}
        empty={{ title: t('crud.emptyReadOnly') }}
      />
    </>
  );
}
