import type { oneTimePassword } from '#contract/auth.ts';
import type { Item } from '#contract/item.ts';
import { call } from './client.ts';

/** Makes a one-time password for the account behind a row that carries its id. */
export const makeOneTimePassword = (item: Item) =>
  call<typeof oneTimePassword>('POST users/:id/oneTimePassword', { params: { id: Number(item.userId) } });
