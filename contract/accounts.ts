import { z } from 'zod';
import { accountRoles, passwordStates } from '#domain/access/account-list-filters.ts';
import { emailAddress } from './auth.ts';
import { defineCall } from './call.ts';
import { byId, descending, languageChoice, page, selectedIds, selectionOutcome } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice, searched } from './listing.ts';

const accountColumns = ['name', 'email', 'createdAt'] as const;

const account = z.strictObject({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(accountRoles)),
  disabledAt: z.string().nullable(),
  password: z.enum(passwordStates),
  /** The latest sign-in of the last days; older ones are not kept. */
  lastSignInAt: z.string().nullable(),
  createdAt: z.string(),
  /** Takes an official exam now. */
  isSitting: z.boolean(),
});
export type Account = z.output<typeof account>;

const accountFilters = {
  search: searched,
  sort: z.enum(accountColumns).default('name'),
  desc: descending,
  role: z.enum(accountRoles).optional(),
  state: z.enum(['active', 'disabled']).optional(),
};

export const listAccounts = defineCall({
  method: 'GET',
  path: 'users',
  summary: 'List accounts with their roles and how they sign in',
  access: 'account.manage',
  query: z.object({ ...page(), ...accountFilters }),
  response: z.array(account),
  list: true,
  workload: 'list',
  refusals: [],
});

export const exportAccounts = defineCall({
  method: 'GET',
  path: 'users/export',
  summary: 'Export accounts',
  access: 'account.manage',
  query: z.object({ ...accountFilters, ...fileChoice }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});

export const addAccount = defineCall({
  method: 'POST',
  path: 'users',
  summary: 'Add a local account; if mail is configured, its owner gets a set-password link',
  access: 'account.manage',
  body: z.strictObject({
    email: emailAddress,
    name: z.string().trim().min(1, 'validation.required').max(200),
    language: languageChoice,
    isTeacher: z.boolean(),
    isAdmin: z.boolean(),
  }),
  response: z.strictObject({ id: z.int() }),
  status: 201,
  refusals: [],
});

export const disableAccount = defineCall({
  method: 'POST',
  path: 'users/:id/disable',
  summary: 'Disable an account and end its sign-ins; during its exam only with `whileSitting`',
  access: 'account.change',
  params: byId,
  body: z.strictObject({ whileSitting: z.boolean().default(false) }),
  workload: 'signIn',
  refusals: ['account.sitting', 'account.self', 'account.needsAdministrator', 'resource.notFound'],
});

export const enableAccount = defineCall({
  method: 'POST',
  path: 'users/:id/enable',
  summary: 'Enable a disabled account',
  access: 'account.change',
  params: byId,
  workload: 'signIn',
  refusals: ['account.needsAdministrator', 'resource.notFound'],
});

const selectedAccounts = {
  method: 'POST',
  access: 'account.change',
  body: z.strictObject({ ids: selectedIds }),
  response: selectionOutcome,
  refusals: ['resource.notFound'],
} as const;

export const disableSelected = defineCall({
  ...selectedAccounts,
  path: 'users/disableSelected',
  summary:
    'Disable several accounts; the response lists those that stay enabled and why: the caller’s own, and those taking an exam',
});

export const enableSelected = defineCall({
  ...selectedAccounts,
  path: 'users/enableSelected',
  summary: 'Enable several disabled accounts; the response lists those that stay disabled and why',
});

export const sendPasswordLink = defineCall({
  method: 'POST',
  path: 'users/:id/passwordLink',
  summary: 'Mail the owner of a local account a set-password link; earlier links stop working',
  access: 'account.change',
  params: byId,
  response: z.strictObject({ email: z.string() }),
  workload: 'signIn',
  refusals: [
    'auth.notLocal',
    'account.disabled',
    'account.noLinkAddress',
    'account.needsAdministrator',
    'settings.mailMissing',
    'settings.mailFailed',
    'resource.notFound',
  ],
});
