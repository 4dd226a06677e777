import type { oneTimePassword } from '#contract/auth.ts';
import type { Item } from '#contract/item.ts';
import { call } from './client.ts';

/** Creates a one-time password for the account of a row. */
export const makeOneTimePassword = (item: Item) =>
  call<typeof oneTimePassword>('POST users/:id/oneTimePassword', { params: { id: Number(item.userId) } });
