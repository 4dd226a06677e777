import './year-copy-styles.ts';
import { Alert, Button, Progress, Select, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { universityYear } from '#contract/entities/university-year.ts';
import type { ItemOf } from '#contract/item.ts';
import type { YearCopy } from '#contract/year-copies.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { yearAfter } from '#domain/university-years/year-copy.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { confirm } from '#web/ui/confirm.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './year-copy.module.css';
import { useLastCopy, useYearCopyCalls, useYears } from './year-copy-calls.ts';
import { YearDisciplines } from './year-disciplines.tsx';
import { type ChosenSeries, YearSeries } from './year-series.tsx';

const figure = (value: number) => formatNumber(value, currentLanguage());
type Year = ItemOf<typeof universityYear>;

const nameOf = (year: Year | undefined) => String(year?.name ?? '');
const datesOf = ({ startYear, endYear }: Year) => ({
  startYear: typeof startYear === 'number' ? startYear : null,
  endYear: typeof endYear === 'number' ? endYear : null,
});

/** The progress and the outcome of the last copy. */
function CopyState({ copy }: { readonly copy: YearCopy }) {
  const { t } = useTranslation();
  const { counts, finishedAt } = copy;
  const facts = {
    disciplines: figure(counts.disciplinesDone - counts.taken),
    questions: figure(counts.questions),
    moved: figure(counts.moved),
  };
  if (finishedAt !== null)
    return (
      <Alert color="green" variant="light" icon={<CheckIcon />} role="status" mb="md">
        {t('yearCopy.done', facts)}
        {counts.taken > 0 && ` ${t('yearCopy.taken', { count: counts.taken })}`}
        {counts.leftChapters > 0 && ` ${t('yearCopy.leftChapters', { count: counts.leftChapters })}`}
      </Alert>
    );
  const total = counts.disciplines + counts.students;
  const done = counts.disciplinesDone + counts.studentsDone;
  return (
    <div role="status" className={classes.progress}>
      <Text>{t('yearCopy.running', facts)}</Text>
      <Progress
        size="lg"
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('yearCopy.progress')}
      />
    </div>
  );
}

type CopyFormProps = { readonly from: Year; readonly years: readonly Year[] };

function CopyForm({ from, years }: CopyFormProps) {
  const { t } = useTranslation();
  const { start, addYear } = useYearCopyCalls();
  const next = yearAfter(datesOf(from));
  const following = years.find((year) => next !== undefined && year.startYear === next.startYear);
  const [toYearId, setTo] = useState<number | null>(following ? Number(following.id) : null);
  const [except, setExcept] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ChosenSeries>(new Map());
  const [pressed, setPressed] = useState(false);
  const fromYearId = Number(from.id);
  const copy = useLastCopy({ fromYearId, toYearId: toYearId ?? 0 });
  const isRunning = copy !== undefined && copy.finishedAt === null;
  const moving = [...chosen.values()].reduce(
    (sum, { students, staying }) => sum + students - staying.size,
    0,
  );
  const during = async (work: () => Promise<void>) => {
    setPressed(true);
    // The API client reports the error.
    await work().catch(() => undefined);
    setPressed(false);
  };
  const press = () =>
    during(async () => {
      if (toYearId === null) return;
      const to = nameOf(years.find((year) => Number(year.id) === toYearId));
      const sure = await confirm({
        title: t('yearCopy.confirmTitle', { year: to }),
        message: t('yearCopy.confirmText', { students: figure(moving) }),
        confirmLabel: t('yearCopy.start'),
      });
      if (!sure) return;
      await start({
        fromYearId,
        toYearId,
        disciplines: { except: [...except] },
        series: [...chosen].map(([id, { staying }]) => ({ id, except: [...staying] })),
      });
      setChosen(new Map());
    });
  return (
    <Page
      title={t('yearCopy.title', { year: nameOf(from) })}
      description={t('yearCopy.description')}
      actions={
        <Button variant="default" component={ScreenLink} href={addressOf('UniversityYears')}>
          {t('yearCopy.back')}
        </Button>
      }
    >
      {copy && <CopyState copy={copy} />}
      <div className={classes.target}>
        <Select<number>
          label={t('yearCopy.into')}
          placeholder={t('yearCopy.intoPlaceholder')}
          value={toYearId}
          data={years
            .filter(({ id }) => Number(id) !== fromYearId)
            .map((year) => ({ value: Number(year.id), label: nameOf(year) }))}
          nothingFoundMessage={t('crud.noOptions')}
          onChange={(year) => {
            setTo(year);
            // Who moves differs by year: some have moved into it already.
            setChosen(new Map());
          }}
        />
        {next && !following && (
          <Button
            variant="default"
            loading={pressed}
            onClick={() => void during(async () => setTo(await addYear(next)))}
          >
            {t('yearCopy.addYear', { year: `${next.startYear}–${next.endYear}` })}
          </Button>
        )}
      </div>
      {toYearId !== null && (
        <>
          <YearDisciplines fromYearId={fromYearId} toYearId={toYearId} except={except} onExcept={setExcept} />
          <YearSeries fromYearId={fromYearId} toYearId={toYearId} chosen={chosen} onChoose={setChosen} />
          <div className={classes.footer}>
            <Text size="sm" c="dimmed">
              {t('yearCopy.movingCount', { count: moving })}
            </Text>
            <Button loading={pressed} disabled={isRunning} onClick={() => void press()}>
              {t('yearCopy.start')}
            </Button>
          </div>
        </>
      )}
    </Page>
  );
}

/** Prepares another university year from this one: preview, choose, start, follow. */
export function YearCopyPage({ fromYearId }: { readonly fromYearId: number }) {
  const { t } = useTranslation();
  const years = useYears();
  const from = years?.find(({ id }) => Number(id) === fromYearId);
  if (years && from) return <CopyForm from={from} years={years} />;
  return (
    <Page title={t('screens.UniversityYears')}>
      {years ? <Text>{t('yearCopy.unknownYear')}</Text> : <Skeleton height="12rem" />}
    </Page>
  );
}
