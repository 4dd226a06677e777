import { wallClockOf } from '#domain/calendar/moment.ts';

/** Today in Bucharest by this computer's clock, as an ISO day. */
export const today = (): string => wallClockOf(new Date()).slice(0, 10);
