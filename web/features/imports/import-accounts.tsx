import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResponseOfCall } from '#contract/call.ts';
import type { importAccounts, importPasswords } from '#contract/student-imports.ts';
import { passwordsPerSheet } from '#domain/imports/students/password-sheet.ts';
import { call } from '#web/api/client.ts';
import { confirm } from '#web/ui/confirm.ts';
import { InfoIcon } from '#web/ui/icons.tsx';
import classes from './import-accounts.module.css';

type Sheet = ResponseOfCall<typeof importPasswords>;

function PasswordSheet({
  sheet,
  onClose,
}: {
  readonly sheet: Sheet | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={sheet !== undefined}
      onClose={onClose}
      title={t('studentImport.passwordsTitle')}
      size="60rem"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: classes.sheet ?? '', inner: classes.inner ?? '' }}
    >
      <Text mb="md">{t('studentImport.passwordsOnce')}</Text>
      <ul className={classes.slips}>
        {sheet?.passwords.map(({ name, email, place, nrMatricol, password }) => (
          <li key={email} className={classes.slip}>
            <strong>{name}</strong>
            <span>{[nrMatricol, place].filter(Boolean).join(' · ')}</span>
            <span>{email}</span>
            <span className={classes.password}>{password}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md" className={classes.buttons ?? ''}>
        <Button variant="default" onClick={() => window.print()}>
          {t('structure.print')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </Modal>
  );
}

/** How the new people of a finished import get in: by a mailed link, or with printed one-time passwords. */
export function ImportAccounts({ importId }: { readonly importId: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<Sheet>();
  const [making, setMaking] = useState(false);
  const [next, setNext] = useState(0);
  const key = ['imports', 'accounts', importId];
  const found = useQuery({
    queryKey: [...key, next],
    queryFn: ({ signal }) =>
      call<typeof importAccounts>('GET imports/:id/accounts', {
        params: { id: importId },
        query: { unusedAfter: next },
        signal,
      }),
    placeholderData: (previous) => previous,
    staleTime: 0,
  }).data;
  if (!found?.areLocal) return null;
  const { withoutPassword, invited, byMail, unused, unusedNext } = found;
  const count = Math.min(withoutPassword, passwordsPerSheet);
  // After the last sheet, and when all who follow have signed in, the first one comes again.
  const unusedAfter = unusedNext > 0 ? next : 0;
  const again = Math.min(unusedNext > 0 ? unusedNext : unused, passwordsPerSheet);
  const make = async (after?: number) => {
    const isAgain = after !== undefined;
    const sure = await confirm({
      title: t('studentImport.passwordsTitle'),
      message: isAgain
        ? t('studentImport.passwordsAgainAsk', { count: again })
        : t('studentImport.passwordsAsk', { count }),
      confirmLabel: isAgain
        ? t('studentImport.passwordsAgain', { count: again })
        : t('studentImport.passwordsMake', { count }),
    });
    if (!sure) return;
    setMaking(true);
    try {
      const made = await call<typeof importPasswords>('POST imports/:id/oneTimePasswords', {
        params: { id: importId },
        ...(isAgain && { query: { unusedAfter: after } }),
      });
      setSheet(made);
      if (isAgain) setNext(made.next ?? 0);
    } catch {
      // The API client has reported the error.
    } finally {
      setMaking(false);
      await queries.invalidateQueries({ queryKey: key });
    }
  };
  return (
    <>
      {withoutPassword > 0 && (
        <Alert color="brand" variant="light" icon={<InfoIcon />} mb="md">
          <p className={classes.line}>{t('studentImport.withoutPassword', { count: withoutPassword })}</p>
          <p className={classes.line}>
            {byMail ? t('studentImport.byMail', { count: invited }) : t('studentImport.noMail')}
          </p>
          <Button mt="xs" variant="default" loading={making} onClick={() => void make()}>
            {t('studentImport.passwordsMake', { count })}
          </Button>
        </Alert>
      )}
      {unused > 0 && (
        <Alert color="gray" variant="light" icon={<InfoIcon />} mb="md">
          <p className={classes.line}>{t('studentImport.unusedPassword', { count: unused })}</p>
          <Button mt="xs" variant="default" loading={making} onClick={() => void make(unusedAfter)}>
            {t('studentImport.passwordsAgain', { count: again })}
          </Button>
        </Alert>
      )}
      <PasswordSheet sheet={sheet} onClose={() => setSheet(undefined)} />
    </>
  );
}
