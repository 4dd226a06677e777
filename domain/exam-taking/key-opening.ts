import { graceSeconds, type Moment } from './time.ts';

/** How long after the last sitting with the same questions the key stays closed: until its last save can have arrived. */
export const keyDelaySeconds = graceSeconds;

/**
 * When the key of an official exam opens (RESU-1): it is closed up to and including this moment. `questionsUsedUntil` is
 * the end of the last sitting that can have the same questions. SQL adds `keyDelaySeconds` itself.
 */
export const keyOpensAt = (questionsUsedUntil: Moment): Moment => questionsUsedUntil + keyDelaySeconds * 1000;
