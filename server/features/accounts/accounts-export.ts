import type { Readable } from 'node:stream';
import type { Account, exportAccounts } from '#contract/accounts.ts';
import type { QueryOfCall } from '#contract/call.ts';
import { administration as enPage } from '#i18n/en/administration.ts';
import { records as en } from '#i18n/en/records.ts';
import { administration as frPage } from '#i18n/fr/administration.ts';
import { records as fr } from '#i18n/fr/records.ts';
import { administration as roPage } from '#i18n/ro/administration.ts';
import { records as ro } from '#i18n/ro/records.ts';
import type { Services } from '#server/services.ts';
import { momentCell, textCell } from '#server/spreadsheet/cell.ts';
import { type ListColumn, listFile } from '#server/spreadsheet/list-file.ts';
import { allAccounts } from './listing.ts';

const labels = { ro, en, fr };
const titles = { ro: roPage, en: enPage, fr: frPage };

/** The accounts of the list as a file. */
export function exportedAccounts(
  services: Services,
  { format, lang, ...query }: QueryOfCall<typeof exportAccounts>,
): Readable {
  const words = labels[lang];
  const stateOf = ({ disabledAt, isSitting, password }: Account) =>
    [
      ...(disabledAt === null ? [] : [words.stateDisabled]),
      ...(isSitting ? [words.stateSitting] : []),
      words[`password_${password}`],
    ].join(', ');
  const columns: ListColumn<Account>[] = [
    { header: words.name, cell: ({ name }) => textCell(name) },
    { header: words.email, cell: ({ email }) => textCell(email) },
    {
      header: words.roles,
      cell: ({ roles }) => textCell(roles.map((role) => words[`role_${role}`]).join(', ')),
    },
    { header: words.state, cell: (account) => textCell(stateOf(account)) },
    { header: words.lastSignIn, cell: ({ lastSignInAt }) => momentCell(lastSignInAt) },
    { header: words.created, cell: ({ createdAt }) => momentCell(createdAt) },
  ];
  return listFile({ name: titles[lang].part_accounts, columns, rows: allAccounts(services, query) }, format);
}
