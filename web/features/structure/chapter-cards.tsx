import { useTranslation } from 'react-i18next';
import { Card, Cards } from '#web/list/cards.tsx';
import { chapterReason, PercentInput, QuestionsInput, reasonId } from './chapter-inputs.tsx';
import { ChapterName } from './chapter-name.tsx';
import { ShareBar } from './share-bar.tsx';
import classes from './structure.module.css';
import { chapterCounts } from './structure-form.ts';
import type { PartProps } from './structure-parts.ts';

/** The chapters as compact cards, for narrow screens. */
export function ChapterCards(props: PartProps) {
  const { t } = useTranslation();
  const { form, structure, problems } = props;
  const chapters = chapterCounts(form);
  const widest = Math.max(1, ...chapters.map((chapter) => Math.max(chapter.entered, chapter.asked)));
  return (
    <Cards label={t('examStructure.chapters')}>
      {chapters.map((chapter, index) => {
        const reason = chapterReason(problems, index);
        const own = { ...props, chapter, index };
        const figures = [
          ['questions', <QuestionsInput key="questions" {...own} />],
          ['percentSimple', <PercentInput key="simple" kind="Simple" {...own} />],
          ['percentComplex', <PercentInput key="complex" kind="Complex" {...own} />],
          ['countSimple', chapter.simple],
          ['countComplex', chapter.multiple],
        ] as const;
        return (
          <Card key={chapter.id} isWrong={reason !== undefined}>
            <ChapterName structure={structure} chapter={chapter} />
            <span className={classes.shareCell}>
              <ShareBar asked={chapter.asked} entered={chapter.entered} of={widest} />
              <span className={classes.share}>
                {t('examStructure.share', { asked: chapter.asked, entered: chapter.entered })}
              </span>
            </span>
            <dl className={classes.cardFigures}>
              {figures.map(([key, value]) => (
                <div key={key}>
                  <dt>{t(`examStructure.${key}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {reason !== undefined && (
              <span id={reasonId(index)} className={classes.reason} role="alert">
                {reason}
              </span>
            )}
          </Card>
        );
      })}
    </Cards>
  );
}
