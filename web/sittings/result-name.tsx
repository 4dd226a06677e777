import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResultRow } from '#contract/exams.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { PlaceLink } from '#web/ui/place-link.tsx';
import type { PlaceOf } from './result-place.ts';

/** A figure with two decimals, or '-' while there is none. */
export const figure = (value: number | null) =>
  value === null ? '-' : formatNumber(value, currentLanguage(), 2);

type ResultNameProps = {
  readonly row: ResultRow;
  readonly placeOf: PlaceOf;
  readonly className?: string | undefined;
};

/** The discipline of a row, as the way to its result where there is one. */
export function ResultName({ row, placeOf, className }: ResultNameProps) {
  const { t } = useTranslation();
  const address = placeOf(row);
  const name = row.disciplineName;
  if (address === undefined) return <span className={className}>{name}</span>;
  const does = row.exam.status === 'Finished' ? 'examResult.open' : 'examResult.resume';
  return (
    <Anchor component={PlaceLink} address={address} className={className} aria-label={t(does, { name })}>
      {name}
    </Anchor>
  );
}
