/** `1:02:03`, or `02:03` below an hour. */
export function clockText(seconds: number, hasHours = seconds >= 3600): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hasHours ? `${Math.floor(seconds / 3600)}:${rest}` : rest;
}

/** The time left until an event, from milliseconds; never negative. */
export const countdownText = (milliseconds: number): string =>
  clockText(Math.max(0, Math.ceil(milliseconds / 1000)));
