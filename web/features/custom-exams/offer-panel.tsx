import { ActionIcon, Select, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisciplineOffer } from '#contract/custom-exams.ts';
import { questionCountOf } from '#domain/custom-exams/bank-demand.ts';
import { AddIcon, CheckIcon, SearchIcon, WarningIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { type ExamForm, usedIn } from './exam-form.ts';
import { withDiscipline } from './exam-form-changes.ts';

type OfferPanelProps = {
  readonly form: ExamForm;
  readonly offers: readonly DisciplineOffer[] | undefined;
  readonly onChange: (form: ExamForm) => void;
  readonly isFrozen: boolean;
};

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
/** The option that adds disciplines as their own parts. */
const ungrouped = 0;

function OfferLine({ offer, isUsed, isFrozen, onAdd }: OfferLineProps) {
  const { t } = useTranslation();
  const available = questionCountOf(offer);
  return (
    <li className={classes.offer} data-used={isUsed || undefined}>
      <div className={classes.offerText}>
        <span>{offer.disciplineName}</span>
        <span className={classes.offerFacts}>
          {offer.disciplineCode} · {t('customExams.ofYear', { year: offer.year })} · {offer.universityYear}
        </span>
        {offer.chapters.length === 0 ? (
          <span className={classes.lack}>
            <WarningIcon size={14} />
            {t('customExams.noStructure')}
          </span>
        ) : (
          <span className={classes.offerFacts}>
            {t('customExams.bank', { count: available })}
            {offer.questions !== null &&
              ` · ${t('customExams.structureAsks', { questions: offer.questions })}`}
          </span>
        )}
      </div>
      {isUsed ? (
        <span className={classes.used}>
          <CheckIcon size={16} />
          {t('customExams.inExam')}
        </span>
      ) : (
        <ActionIcon
          variant="default"
          size="lg"
          disabled={isFrozen || offer.chapters.length === 0}
          aria-label={t('customExams.addDiscipline', { name: offer.disciplineName })}
          onClick={onAdd}
        >
          <AddIcon />
        </ActionIcon>
      )}
    </li>
  );
}
type OfferLineProps = {
  readonly offer: DisciplineOffer;
  readonly isUsed: boolean;
  readonly isFrozen: boolean;
  readonly onAdd: () => void;
};

/** The section's disciplines with the size of their banks; each can be added to the exam, alone or to a group. */
export function OfferPanel({ form, offers, onChange, isFrozen }: OfferPanelProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [year, setYear] = useState<number | 'own'>('own');
  const [target, setTarget] = useState(ungrouped);
  const groups = form.parts.filter(({ groupName }) => groupName !== undefined);
  const into = groups.some(({ key }) => key === target) ? target : ungrouped;
  const shownYear = year === 'own' ? form.year : year === 0 ? null : year;
  const shown = (offers ?? []).filter(
    (offer) =>
      (shownYear === null || offer.year === shownYear) &&
      folded(`${offer.disciplineName} ${offer.disciplineCode}`).includes(folded(search.trim())),
  );
  const years = [...new Set((offers ?? []).map((offer) => offer.year))].toSorted((a, b) => a - b);
  const used = usedIn(form);
  return (
    <section className={classes.panel} aria-label={t('customExams.offers')}>
      <h2 className={classes.heading}>{t('customExams.offers')}</h2>
      {form.sectionId === null ? (
        <p className={classes.quiet}>{t('customExams.chooseSection')}</p>
      ) : (
        <>
          <div className={classes.offerFilters}>
            <TextInput
              aria-label={t('customExams.searchDisciplines')}
              placeholder={t('customExams.searchDisciplines')}
              leftSection={<SearchIcon size={16} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
            />
            <Select<number>
              aria-label={t('customExams.disciplineYear')}
              allowDeselect={false}
              data={[
                { value: 0, label: t('customExams.allYears') },
                ...years.map((one) => ({ value: one, label: t('customExams.ofYear', { year: one }) })),
              ]}
              value={shownYear ?? 0}
              onChange={(next) => setYear(next ?? 0)}
            />
          </div>
          {groups.length > 0 && (
            <Select<number>
              label={t('customExams.addTo')}
              allowDeselect={false}
              data={[
                { value: ungrouped, label: t('customExams.asOwnPart') },
                ...groups.map(({ key, groupName }) => ({
                  value: key,
                  label: groupName?.trim() || t('customExams.unnamedGroup'),
                })),
              ]}
              value={into}
              onChange={(next) => setTarget(next ?? ungrouped)}
            />
          )}
          {offers === undefined ? (
            <Skeleton height="12rem" />
          ) : shown.length === 0 ? (
            <p className={classes.quiet}>{t('customExams.noDisciplines')}</p>
          ) : (
            <ul className={classes.offers}>
              {shown.map((offer) => (
                <OfferLine
                  key={offer.pkDiscipline}
                  offer={offer}
                  isUsed={used.has(offer.pkDiscipline)}
                  isFrozen={isFrozen}
                  onAdd={() => onChange(withDiscipline(form, offer, into === ungrouped ? undefined : into))}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
