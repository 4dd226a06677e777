import type { Language } from '#i18n/languages.ts';
import { deanList } from '#server/accounts/dean-list.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { selectPersonById } from './person.ts';
import { type PersonData, readPersonData } from './person-data.ts';
import { personDocument } from './person-document.ts';

/** Reads everything about a person and records the export in the audit log. */
export async function exportPerson(
  services: Pick<Services, 'database' | 'settings' | 'process'>,
  userId: number,
  author: Author,
): Promise<PersonData> {
  const deans = await deanList(services);
  return services.database.transaction(author, async (tx) => {
    const data = await readPersonData(tx, await selectPersonById(tx, userId), deans);
    await writeAuditEntry(tx, { action: 'personExported', entity: 'users', entityId: String(userId) });
    return data;
  });
}

export const personFiles = {
  html: {
    type: 'text/html',
    write: (data: PersonData, language: Language) => personDocument(data, language),
  },
  json: { type: 'application/json', write: (data: PersonData) => `${JSON.stringify(data, undefined, 2)}\n` },
} as const;
