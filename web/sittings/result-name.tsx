import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResultRow } from '#contract/exam-results.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import type { HrefOf } from './result-href.ts';

type ResultNameProps = {
  readonly row: ResultRow;
  readonly hrefOf: HrefOf;
  readonly className?: string | undefined;
};

/** The discipline of a row, linked to its result where there is one. */
export function ResultName({ row, hrefOf, className }: ResultNameProps) {
  const { t } = useTranslation();
  const href = hrefOf(row);
  const name = row.disciplineName;
  if (href === undefined) return <span className={className}>{name}</span>;
  const does = row.exam.status === 'Finished' ? 'examResult.open' : 'examResult.resume';
  return (
    <Anchor component={ScreenLink} href={href} className={className} aria-label={t(does, { name })}>
      {name}
    </Anchor>
  );
}
