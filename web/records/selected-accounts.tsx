import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { disableSelected, enableSelected } from '#contract/accounts.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { call } from '#web/api/client.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { notifySuccess, notifyWarning } from '#web/base/notify.ts';
import { SelectionBar } from '#web/list/selection-bar.tsx';
import { confirm } from '#web/ui/confirm.ts';

/** An account of the selection; where it is not known whether it is disabled, both actions are offered. */
type SelectedAccount = {
  readonly id: number;
  readonly name: string;
  readonly disabledAt?: string | null;
};
type SelectedProps = {
  readonly rows: readonly SelectedAccount[];
  /** How many rows are selected, where several can be of one account. */
  readonly count?: number;
  readonly onDone: () => void;
};

/** What can be done with the selected accounts: disable or enable them. */
export function SelectedAccounts({ rows, count = rows.length, onDone }: SelectedProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [active, disabled] = [
    rows.filter(({ disabledAt }) => typeof disabledAt !== 'string'),
    rows.filter(({ disabledAt }) => disabledAt !== null),
  ];
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? String(id);
  const idsOf = (accounts: readonly SelectedAccount[]) => ({ body: { ids: accounts.map(({ id }) => id) } });
  type Outcome = Awaited<ReturnType<typeof call<typeof disableSelected>>>;
  const report = async (work: Promise<Outcome>) => {
    try {
      const { changed, failed } = await work;
      if (changed > 0) notifySuccess(t('records.changedSelected', { count: changed }));
      const list = failed
        .map(({ id, error, params }) => `${nameOf(id)} (${textOfCode(error as ErrorCode, params)})`)
        .join(', ');
      if (failed.length > 0) notifyWarning(t('records.notChanged', { list }));
      onDone();
    } catch {
      // The API client reports the error.
    }
    await client.invalidateQueries({ queryKey: ['users'] });
  };
  const disable = async () => {
    const sure = await confirm({
      title: t('records.disableSelectedTitle', { count: active.length }),
      message: t('records.disableSelectedText'),
      confirmLabel: t('records.disableSelected'),
      danger: true,
    });
    if (sure) await report(call<typeof disableSelected>('POST users/disableSelected', idsOf(active)));
  };
  const enable = () => report(call<typeof enableSelected>('POST users/enableSelected', idsOf(disabled)));
  return (
    <SelectionBar count={count} onClear={onDone}>
      {disabled.length > 0 && (
        <Button variant="default" onClick={() => void enable()}>
          {t('records.enableSelected')}
        </Button>
      )}
      {active.length > 0 && (
        <Button color="red" variant="light" onClick={() => void disable()}>
          {t('records.disableSelected')}
        </Button>
      )}
    </SelectionBar>
  );
}
