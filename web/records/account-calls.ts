import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { disableAccount, enableAccount, sendPasswordLink } from '#contract/accounts.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { confirm } from '#web/ui/confirm.ts';

/** The fields of an account that its actions need. */
export type ActedAccount = {
  readonly userId: number;
  readonly name: string;
  readonly isSitting: boolean;
};

/** Shows why a call was refused. */
function reported(error: unknown): false {
  for (const text of textsOfError(error)) notifyError(text);
  return false;
}

const quietly = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    // The API client reports the error.
    () => false,
  );

/** Disables, enables and resets accounts; refetches what shows them. */
export function useAccountActions(cacheKeys: readonly (readonly unknown[])[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(cacheKeys.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
  const agreed = (name: string, isSitting: boolean) =>
    confirm({
      title: t('records.disableTitle', { name }),
      message: t(isSitting ? 'records.disableSitting' : 'records.disableText', { name }),
      confirmLabel: t(isSitting ? 'records.disableAnyway' : 'records.disable'),
      danger: true,
    });
  const disable = async ({ userId, name, isSitting }: ActedAccount): Promise<void> => {
    const send = (whileSitting: boolean) =>
      call<typeof disableAccount>('POST users/:id/disable', {
        params: { id: userId },
        body: { whileSitting },
        handled: true,
      });
    if (!(await agreed(name, isSitting))) return;
    const isDone = await send(isSitting).then(
      () => true,
      async (error: unknown) => {
        // The exam began after the page was loaded.
        const begun = !isSitting && error instanceof ApiError && error.code === 'account.sitting';
        if (begun) return (await agreed(name, true)) && send(true).then(() => true, reported);
        return reported(error);
      },
    );
    if (isDone) notifySuccess(t('records.disabled', { name }));
    await refresh();
  };
  return {
    disable,
    enable: async ({ userId, name }: ActedAccount): Promise<void> => {
      const sent = call<typeof enableAccount>('POST users/:id/enable', { params: { id: userId } });
      if (await quietly(sent)) notifySuccess(t('records.enabled', { name }));
      await refresh();
    },
    sendLink: async ({ userId, name }: ActedAccount): Promise<void> => {
      const sure = await confirm({
        title: t('records.linkTitle'),
        message: t('records.linkText', { name }),
        confirmLabel: t('records.sendLink'),
      });
      if (!sure) return;
      const sent = call<typeof sendPasswordLink>('POST users/:id/passwordLink', { params: { id: userId } });
      await sent.then(
        ({ email }) => notifySuccess(t('records.linkSent', { email })),
        () => undefined,
      );
      await refresh();
    },
  };
}
