import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { ImpactDetails, ImpactWords } from '#web/sittings/impact-view.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { usePhone } from '#web/ui/phone.ts';
import classes from './desk.module.css';
import type { Settling } from './use-settling.ts';

/** What the decision would change, before it is written. */
export function ImpactLine({
  settling: { impact, pageOf, needsImpact, refresh },
}: {
  readonly settling: Settling;
}) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const [open, setOpen] = useState(false);
  if (!needsImpact) return <p className={classes.note}>{t('settlement.none')}</p>;
  if (impact.isError && !impact.isFetching)
    return (
      // Also the contestation: somebody may have decided it.
      <ErrorPanel onRetry={() => void refresh()}>{textsOfError(impact.error).join(' ')}</ErrorPanel>
    );
  const { data } = impact;
  return (
    <div className={classes.impact} role="status">
      {(data === undefined || impact.isFetching) && <span>{t('settlement.computing')}</span>}
      {data && (
        <>
          <ImpactWords impact={data} />
          {data.changed > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
              {t('contestationDesk.impactShow')}
            </Button>
          )}
          <Modal
            opened={open}
            onClose={() => setOpen(false)}
            size="xl"
            fullScreen={isPhone}
            title={t('settlement.title')}
            closeButtonProps={{ 'aria-label': t('common.close') }}
          >
            <ImpactDetails impact={data} pageOf={pageOf} />
          </Modal>
        </>
      )}
    </div>
  );
}
