import { Alert, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionImport } from '#contract/imports.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { CheckIcon, InfoIcon } from '#web/ui/icons.tsx';
import classes from './import-page.module.css';
import { progressOf } from './import-state.ts';

/** The progress of an import: what it still needs, how much is written, and the outcome. */
export function ImportProgress({ found }: { readonly found: QuestionImport }) {
  const { t } = useTranslation();
  const shown = (value: number) => formatNumber(value, currentLanguage());
  const { written, rows } = found;
  if (found.state === 'ready')
    return (
      <Alert className={classes.notice} data-unsaved color="yellow" variant="light" icon={<InfoIcon />}>
        {t('importScreen.notSaved')}
      </Alert>
    );
  if (found.state === 'done')
    return (
      <Alert className={classes.notice} color="green" variant="light" icon={<CheckIcon />} role="status">
        {t('importScreen.done', { count: written })}
        {written < rows && ` ${t('importScreen.notImported', { count: rows - written })}`}
      </Alert>
    );
  const { done, total } = progressOf(found);
  return (
    <div className={classes.progress} role="status">
      <Text>
        {found.state === 'reading' && t('importScreen.reading')}
        {found.state === 'checking' && t('importScreen.checking', { done: shown(done), total: shown(total) })}
        {found.state === 'paused' && t('studentImport.paused', { done: shown(written), total: shown(total) })}
        {found.state === 'writing' &&
          t('importScreen.writing', { written: shown(written), total: shown(total) })}
      </Text>
      <Progress
        size="lg"
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('importScreen.progress')}
      />
    </div>
  );
}
