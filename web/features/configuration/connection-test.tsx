import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx';
import classes from './configuration.module.css';

type ConnectionTestProps = {
  readonly label: string;
  /** Tests the stored connection and describes the outcome. */
  readonly run: () => Promise<string>;
  readonly disabled: boolean;
};
type Outcome = { readonly kind: 'right' | 'wrong'; readonly text: string };

/** A button that tests a connection, with the outcome of the last attempt next to it. */
export function ConnectionTest({ label, run, disabled }: ConnectionTestProps) {
  const { t } = useTranslation();
  const [running, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const start = async () => {
    setRunning(true);
    setOutcome(undefined);
    try {
      setOutcome({ kind: 'right', text: await run() });
    } catch (error) {
      setOutcome({ kind: 'wrong', text: textsOfError(error).join(' ') });
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className={classes.test}>
      <Button variant="default" loading={running} disabled={disabled} onClick={() => void start()}>
        {label}
      </Button>
      <div role="status" className={classes.outcome} data-kind={outcome?.kind}>
        {outcome ? (
          <>
            {outcome.kind === 'right' ? <CheckIcon size={18} /> : <WarningIcon size={18} />}
            <span>{outcome.text}</span>
          </>
        ) : (
          disabled && <span>{t('configuration.saveFirst')}</span>
        )}
      </div>
    </div>
  );
}
