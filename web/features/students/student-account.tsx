import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudentPage } from '#contract/student-page.ts';
import { makeOneTimePassword } from '#web/api/one-time-password.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useAccountActions } from '#web/records/account-calls.ts';
import { AccountState } from '#web/records/account-state.tsx';
import { OneTimePassword } from '#web/ui/one-time-password.tsx';
import { StudentFacts } from './student-facts.tsx';
import classes from './student-page.module.css';

type AccountProps = {
  readonly page: StudentPage;
  readonly account: NonNullable<StudentPage['account']>;
  /** The query that an action refetches. */
  readonly cacheKey: readonly unknown[];
};

/** The account of a student, and what its viewer may do with it. */
export function AccountPanel({ page, account, cacheKey }: AccountProps) {
  const { t } = useTranslation();
  const name = `${page.lastName} ${page.firstName}`;
  const { userId, disabledAt, password, isSitting, mayChange } = account;
  const acted = { userId, name, isSitting };
  const { disable, enable, sendLink } = useAccountActions([cacheKey]);
  const isLocal = password !== 'directory';
  return (
    <>
      <StudentFacts
        facts={[
          [t('records.state'), <AccountState key="state" {...account} />],
          [t('records.lastSignIn'), formatDateTime(account.lastSignInAt)],
          [t('studentPage.signedIn'), t(account.isSignedIn ? 'crud.yes' : 'crud.no')],
          ...(disabledAt === null
            ? []
            : [[t('studentPage.disabledAt'), formatDateTime(disabledAt)] as const]),
        ]}
      />
      {mayChange ? (
        <Group gap="xs" mt="sm">
          {disabledAt === null && isLocal && (
            <>
              <Button size="sm" variant="default" onClick={() => void sendLink(acted)}>
                {t('records.sendLink')}
              </Button>
              <OneTimePassword
                row={name}
                withLabel
                make={() => makeOneTimePassword({ id: userId, userId })}
              />
            </>
          )}
          {disabledAt === null ? (
            <Button size="sm" variant="light" color="red" onClick={() => void disable(acted)}>
              {t('records.disable')}
            </Button>
          ) : (
            <Button size="sm" onClick={() => void enable(acted)}>
              {t('records.enable')}
            </Button>
          )}
        </Group>
      ) : (
        <p className={classes.quiet}>{t('studentPage.needsAdministrator')}</p>
      )}
    </>
  );
}
