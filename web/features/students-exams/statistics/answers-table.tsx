import { useTranslation } from 'react-i18next';
import type { QuestionStatistics } from '#contract/statistics.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { formatDate } from '#web/base/format.ts';
import { FigureTable } from '#web/list/figure-table.tsx';
import { allUse, type GroupUse, shareOf, useShareText } from '#web/sittings/answer-shares.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { ShareBar } from './share-bar.tsx';
import classes from './statistics.module.css';

type Answer = QuestionStatistics['answers'][number];

type BarProps = { readonly group: GroupUse | null; readonly tone: 'all' | 'best' | 'worst' };

function Bar({ group, tone }: BarProps) {
  const share = shareOf(group);
  return share === undefined ? null : <ShareBar share={share} tone={tone} />;
}

/** How often each answer was chosen: by all students, the best and the weakest. */
export function AnswersTable({ question }: { readonly question: QuestionStatistics }) {
  const { t } = useTranslation();
  const shareText = useShareText();
  const share = (
    name: 'chosenBy' | 'bestChose' | 'worstChose',
    tone: BarProps['tone'],
    groupOf: (answer: Answer) => GroupUse | null,
  ) => ({
    name,
    label: t(`statistics.${name}`),
    isFigure: true,
    cell: (answer: Answer) => (
      <>
        <Bar group={groupOf(answer)} tone={tone} />
        {shareText(groupOf(answer))}
      </>
    ),
  });
  const lettered = question.answers.map((answer, index) => ({ ...answer, letter: letterOf(index) }));
  return (
    <>
      <FigureTable
        label={t('statistics.details', { id: question.questionId })}
        rows={lettered}
        idOf={({ letter }) => letter}
        rowName={{
          label: t('statistics.answer'),
          cell: ({ letter, text, isCorrect }) => (
            <>
              <strong>{letter}</strong> {text}
              {isCorrect && (
                <span className={classes.correct}>
                  <CheckIcon size={14} /> {t('statistics.isCorrect')}
                </span>
              )}
            </>
          ),
        }}
        columns={[
          { name: 'shown', label: t('statistics.shownTo'), isFigure: true, cell: ({ shown }) => shown },
          share('chosenBy', 'all', allUse),
          share('bestChose', 'best', ({ upper }) => upper),
          share('worstChose', 'worst', ({ lower }) => lower),
        ]}
      />
      {question.lastServed !== null && (
        <p className={classes.note}>{t('statistics.lastServed', { day: formatDate(question.lastServed) })}</p>
      )}
    </>
  );
}
