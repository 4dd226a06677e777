import { clockText } from '#web/base/clock-text.ts';

/** A position in a recording as hours, minutes and seconds: `1:02:03`. */
export const positionText = (milliseconds: number): string =>
  clockText(Math.floor(milliseconds / 1000), true);
