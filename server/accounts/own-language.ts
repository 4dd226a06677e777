import type { saveLanguage as saveLanguageCall } from '#contract/auth.ts';
import type { BodyOfCall } from '#contract/call.ts';
import { refuse } from '#domain/errors.ts';
import type { Author, Fragment, Queryable } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

/** SQL: the language of a new student's mails: that of the series if there are mails in it, otherwise Romanian. */
export const languageOfSeries = (sql: Queryable, seriesId: Fragment): Fragment => sql`
  coalesce((select 'en' from series r where r.id = ${seriesId} and r.lang_code = 'English'), 'ro')`;

/** How often a person changes their language within a day; each change stays in the audit log. */
export const maxLanguageChanges = 50;
const retryAfterSeconds = 3600;

/** Sets the language of a person's mails as they chose it; with `unlessChosen` an earlier choice stays, and this does not count as one. */
export async function saveLanguage(
  { database }: Services,
  userId: number,
  { language, unlessChosen }: BodyOfCall<typeof saveLanguageCall>,
  author: Author,
): Promise<void> {
  await database.transaction(author, async (tx) => {
    const changed = await tx`
      update users set language = ${language}, language_chosen = ${!unlessChosen}
       where id = ${userId} and not (language_chosen and ${unlessChosen})
         and (language, language_chosen) is distinct from (${language}, ${!unlessChosen})`;
    if (changed.count === 0) return;
    const changes = await tx`
      select from audit_log where entity = 'users' and entity_id = ${String(userId)} and actor_id = ${userId}
         and at > now() - interval '1 day' and action = 'update'
         and (before -> 'language', before -> 'language_chosen') is distinct from (after -> 'language', after -> 'language_chosen')
       limit ${maxLanguageChanges + 1}`;
    if (changes.count > maxLanguageChanges) refuse('request.tooMany', { seconds: retryAfterSeconds });
  });
}
