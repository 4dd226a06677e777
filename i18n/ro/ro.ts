import type { Translation } from '#i18n/catalogue.ts';
import type { en } from '#i18n/en/en.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { messages } from './messages.ts';

export const ro = { common, errors, messages } satisfies Translation<typeof en, 'one' | 'few' | 'other'>;
