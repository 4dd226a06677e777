import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#contract/accounts.ts';
import { accountRoles } from '#domain/access/account-list-filters.ts';
import { makeOneTimePassword } from '#web/api/one-time-password.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useSelection } from '#web/list/selection.ts';
import { useList } from '#web/list/use-list.ts';
import { useAccountActions } from '#web/records/account-calls.ts';
import { AccountState } from '#web/records/account-state.tsx';
import { SelectedAccounts } from '#web/records/selected-accounts.tsx';
import { AddIcon, MoreIcon } from '#web/ui/icons.tsx';
import { OneTimePassword } from '#web/ui/one-time-password.tsx';
import { AddAccountDialog } from './add-account-dialog.tsx';
import classes from './administration.module.css';
import { accountKey, accountSource } from './administration-calls.ts';
import { textIn, useAdminQuery } from './administration-query.ts';

function useColumns(): readonly Column<Account>[] {
  const { t } = useTranslation();
  return [
    { name: 'name', label: t('records.name'), cell: ({ name }) => name, isSortable: true, only: 'table' },
    { name: 'email', label: t('records.email'), cell: ({ email }) => email, isSortable: true },
    {
      name: 'roles',
      label: t('records.roles'),
      cell: ({ roles }) => roles.map((role) => t(`records.role_${role}`)).join(', '),
    },
    { name: 'state', label: t('records.state'), cell: (account) => <AccountState {...account} /> },
    {
      name: 'lastSignInAt',
      label: t('records.lastSignIn'),
      cell: ({ lastSignInAt }) => formatDateTime(lastSignInAt),
    },
    {
      name: 'createdAt',
      label: t('records.created'),
      cell: ({ createdAt }) => formatDateTime(createdAt),
      isSortable: true,
    },
  ];
}

function RowMenu({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const actor = useActor();
  const { disable, enable, sendLink } = useAccountActions([accountKey]);
  const { id: userId, name, disabledAt, password, isSitting } = account;
  const acted = { userId, name, isSitting };
  const isLocal = password !== 'directory';
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {isLocal && disabledAt === null && (
        <OneTimePassword row={name} make={() => makeOneTimePassword({ id: userId, userId })} />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('records.actionsOf', { name })}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isLocal && disabledAt === null && (
            <Menu.Item onClick={() => void sendLink(acted)}>{t('records.sendLink')}</Menu.Item>
          )}
          {disabledAt !== null && (
            <Menu.Item onClick={() => void enable(acted)}>{t('records.enable')}</Menu.Item>
          )}
          {disabledAt === null && actor?.userId !== userId && (
            <Menu.Item color="red" onClick={() => void disable(acted)}>
              {t('records.disable')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** All accounts: who may sign in and how; adding, resetting and disabling them (ADMIN-1). */
export function AccountsPart() {
  const { t } = useTranslation();
  const [query, setQuery] = useAdminQuery('accounts', ['role', 'state']);
  const list = useList(accountSource, [query, setQuery]);
  const [isAdding, setAdding] = useState(false);
  const actor = useActor();
  const selected = useSelection<Account>({
    idOf: ({ id }) => id,
    label: ({ name }) => t('records.select', { name }),
  });
  return (
    <>
      <div className={classes.filters}>
        <SearchBox
          search={query.search}
          onSearch={(search) => setQuery({ ...query, search, page: 1 })}
          label={t('administration.searchAccounts')}
          withSlash
        />
        <FilterSelect<string>
          label={t('records.roles')}
          value={textIn(query.filters.role)}
          data={accountRoles.map((role) => ({ value: role, label: t(`records.role_${role}`) }))}
          onChange={(role) => setQuery(withFilters(query, { role }))}
        />
        <FilterSelect<string>
          label={t('records.state')}
          value={textIn(query.filters.state)}
          data={(['active', 'disabled'] as const).map((state) => ({
            value: state,
            label: t(`administration.accounts_${state}`),
          }))}
          onChange={(state) => setQuery(withFilters(query, { state }))}
        />
        <ExportMenu path="users" query={query} columns={[]} />
        <Button leftSection={<AddIcon />} onClick={() => setAdding(true)}>
          {t('administration.addAccount')}
        </Button>
      </div>
      <List
        list={list}
        label={t('administration.part_accounts')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty={{ title: t('administration.noAccounts'), hint: t('administration.noAccountsHint') }}
        rowActions={(account) => <RowMenu account={account} />}
        defaultSort={{ name: 'name', label: t('records.name') }}
        selection={{ ...selected.selection, canSelect: ({ id }) => id !== actor?.userId }}
      />
      <SelectedAccounts rows={selected.rows} onDone={selected.clear} />
      {isAdding && <AddAccountDialog onClose={() => setAdding(false)} />}
    </>
  );
}
