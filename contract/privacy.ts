import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, count, languageChoice } from './common.ts';

export const exportPerson = defineCall({
  method: 'GET',
  path: 'users/:id/export',
  summary: 'Export everything stored about a person, as a document or as JSON; the export is audited',
  access: 'account.manage',
  params: byId,
  query: z.object({ format: z.enum(['html', 'json']), lang: languageChoice.default('en') }),
  file: ['text/html', 'application/json'],
  workload: 'export',
  refusals: ['resource.notFound'],
});

/** What an erasure deletes, and what it keeps under a pseudonym. */
const erasedKinds = [
  'signIns',
  'passwords',
  'mails',
  'importRows',
  'recordings',
  'waitingPlaces',
  'reviewMarks',
] as const;
const pseudonymisedKinds = ['enrolments', 'appointments', 'exams', 'auditEntries'] as const;
const counts = <K extends string>(kinds: readonly K[]) => z.record(z.enum(kinds as [K, ...K[]]), count);

const erasure = z.strictObject({
  name: z.string(),
  /** The text to type to confirm. */
  email: z.string(),
  /** Why the person cannot be erased now; null when nothing prevents it. */
  hindrance: z
    .strictObject({
      error: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .nullable(),
  deleted: counts(erasedKinds),
  pseudonymised: counts(pseudonymisedKinds),
  /** Audit entries written before values were encrypted; they stay readable. */
  readableEntries: count,
});
export type Erasure = z.output<typeof erasure>;

export const previewErasure = defineCall({
  method: 'GET',
  path: 'users/:id/erasure',
  summary: 'Preview erasing a person: what it deletes and keeps, and what prevents it',
  access: 'account.manage',
  params: byId,
  response: erasure,
  refusals: ['resource.notFound'],
});

export const erasePerson = defineCall({
  method: 'POST',
  path: 'users/:id/erasure',
  summary:
    'Erase a person: delete contact data, sign-ins, recordings and mails, and keep exams under a pseudonym',
  access: 'account.manage',
  params: byId,
  body: z.strictObject({
    /** The address of the account, typed by the administrator. */
    email: z.string().trim().max(254),
  }),
  refusals: [
    'resource.notFound',
    'privacy.notConfirmed',
    'privacy.erased',
    'privacy.self',
    'privacy.staff',
    'privacy.sitting',
    'privacy.booked',
    'privacy.kept',
    'privacy.fileRead',
  ],
});
