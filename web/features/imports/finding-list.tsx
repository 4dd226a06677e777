import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Finding, isError } from '#domain/imports/findings.ts';
import { ErrorIcon, InfoIcon } from '#web/ui/icons.tsx';
import classes from './finding-list.module.css';
import { findingText } from './finding-text.ts';

/** The findings of a file or a question, most severe first. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation();
  if (findings.length === 0) return null;
  const ordered = [...findings].sort((one, other) => Number(isError(other)) - Number(isError(one)));
  return (
    <ul className={classes.findings}>
      {ordered.map((one) => (
        <li key={JSON.stringify(one)} data-error={isError(one) || undefined}>
          {isError(one) ? <ErrorIcon size={16} /> : <InfoIcon size={16} />}
          <VisuallyHidden>
            {t(isError(one) ? 'importScreen.error' : 'importScreen.notice')}
            {t('common.colon')}{' '}
          </VisuallyHidden>
          <span>{findingText(one)}</span>
        </li>
      ))}
    </ul>
  );
}
