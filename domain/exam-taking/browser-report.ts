/** What a browser reports about itself with a save. */
type BrowserReport = {
  readonly user?: unknown;
  readonly clientTime?: unknown;
  readonly timeElapsed?: unknown;
};

type StoredReport = {
  readonly user?: number;
  readonly clientTime?: string;
  readonly timeElapsed?: number;
};

const highestId = 2_147_483_647;
/** About 115 days, in milliseconds. */
const maxElapsed = 10_000_000_000;

const idOf = (given: unknown): number | undefined =>
  typeof given === 'number' && Number.isInteger(given) && given > 0 && given <= highestId ? given : undefined;

function userOf(given: unknown): number | undefined {
  if (typeof given !== 'object' || given === null) return idOf(given);
  const { id, userId } = given as { readonly id?: unknown; readonly userId?: unknown };
  return idOf(id) ?? idOf(userId);
}

function timeOf(given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const milliseconds = typeof given === 'string' ? Date.parse(given) : given;
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

const elapsedOf = (given: unknown): number | undefined =>
  typeof given === 'number' && Math.abs(given) <= maxElapsed ? Math.round(given) : undefined;

/**
 * The part of a browser's report that is stored with an event: the number of an account, a moment and a duration. Events are sealed
 * and cannot be erased, so no text of the browser gets into them.
 */
export function storedReport(report: BrowserReport): StoredReport | undefined {
  const user = userOf(report.user);
  const clientTime = timeOf(report.clientTime);
  const timeElapsed = elapsedOf(report.timeElapsed);
  if (user === undefined && clientTime === undefined && timeElapsed === undefined) return undefined;
  return {
    ...(user !== undefined && { user }),
    ...(clientTime !== undefined && { clientTime }),
    ...(timeElapsed !== undefined && { timeElapsed }),
  };
}
