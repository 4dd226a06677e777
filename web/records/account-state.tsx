import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Account } from '#contract/accounts.ts';

type StateProps = Pick<Account, 'disabledAt' | 'password' | 'isSitting'>;

/** How an account signs in, whether it is disabled, and whether its owner is sitting an exam. */
export function AccountState({ disabledAt, password, isSitting }: StateProps) {
  const { t } = useTranslation();
  return (
    <Group gap={6} component="span">
      {disabledAt !== null && <Badge color="red">{t('records.stateDisabled')}</Badge>}
      {isSitting && <Badge color="yellow">{t('records.stateSitting')}</Badge>}
      <Badge color={password === 'none' ? 'gray' : 'brand'}>{t(`records.password_${password}`)}</Badge>
    </Group>
  );
}
