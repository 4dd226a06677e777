import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DisciplineListRow } from '#contract/structure.ts';
import cards from '#web/crud/row-cards.module.css';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { structureAddress } from './discipline-table.tsx';

/** The disciplines as compact cards, for narrow screens. */
export function DisciplineCards({ items }: { readonly items: readonly DisciplineListRow[] }) {
  const { t } = useTranslation();
  return (
    <ul className={cards.cards} aria-label={t('screens.DisciplineList')}>
      {items.map((row) => {
        const facts = [
          [t('examStructure.code'), row.disciplineCode],
          [t('examStructure.universityYear'), row.universityYear],
          [t('examStructure.college'), row.collegeDescription],
          [t('examStructure.section'), row.sectionDescription],
          [t('examStructure.series'), row.calculatedSeriesNames],
          [t('examStructure.year'), row.year],
          [t('examStructure.entered'), row.questionCount],
          [t('examStructure.asked'), row.examQuestions ?? t('examStructure.noStructure')],
        ] as const;
        return (
          <li key={row.id} className={cards.card}>
            <Anchor component={PlaceLink} address={structureAddress(row.id)} className={cards.name}>
              {row.disciplineDescription}
            </Anchor>
            <dl className={cards.facts}>
              {facts.map(([label, value]) => (
                <div key={label} className={cards.fact}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
