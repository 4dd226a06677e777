import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionImport } from '#contract/imports.ts';
import { useDiscipline } from '#web/api/discipline-choices.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useImportCalls } from './import-calls.ts';
import classes from './import-page.module.css';

/** The import button, with what is still missing before it is enabled. */
export function ImportBar({ found }: { readonly found: QuestionImport }) {
  const { t } = useTranslation();
  const { commit } = useImportCalls();
  const discipline = useDiscipline(found.disciplineId);
  const [pressed, setPressed] = useState(false);
  const { placed, chosen } = found.counts;
  const unplaced = chosen - placed;
  const hint =
    chosen === 0
      ? t('importScreen.needsChoice')
      : placed === 0
        ? t('importScreen.needsPlace')
        : unplaced > 0
          ? t('importScreen.notPlaced', { count: unplaced })
          : undefined;
  const press = async () => {
    setPressed(true);
    try {
      const sure = await confirm({
        title: t('importScreen.confirmTitle'),
        message: t('importScreen.confirmText', {
          count: placed,
          discipline: discipline?.disciplineDescription ?? '',
        }),
        confirmLabel: t('importScreen.import', { count: placed }),
      });
      // The API client reports the error.
      if (sure) await commit(found.id).catch(() => undefined);
    } finally {
      setPressed(false);
    }
  };
  if (found.state === 'paused')
    return (
      <div className={classes.footer}>
        <Button
          loading={pressed}
          onClick={() => {
            setPressed(true);
            void commit(found.id)
              // The API client reports the error.
              .catch(() => undefined)
              .finally(() => setPressed(false));
          }}
        >
          {t('studentImport.resume')}
        </Button>
      </div>
    );
  return (
    <div className={classes.footer}>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {hint}
        </Text>
      )}
      <Button disabled={placed === 0} loading={pressed} onClick={() => void press()}>
        {placed === 0 ? t('importScreen.importNothing') : t('importScreen.import', { count: placed })}
      </Button>
    </div>
  );
}
