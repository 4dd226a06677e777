import { common } from './common.ts';
import { errors } from './errors.ts';
import { messages } from './messages.ts';

/** The English texts, by area; the shape every other language has to match. */
export const en = { common, errors, messages };
