const tickMilliseconds = 10;
const leastPerTick = 2;
/** However many wait, most are closed within some five seconds. */
const ticks = 500;

const waiting: (() => void)[] = [];
let isScheduled = false;

function closeSome(): void {
  const many = Math.max(leastPerTick, Math.ceil(waiting.length / ticks));
  for (const close of waiting.splice(0, many)) close();
  isScheduled = waiting.length > 0;
  if (isScheduled) setTimeout(closeSome, tickMilliseconds).unref();
}

/**
 * Closes connections that timed out a few at a time. Thousands that stall together also time out together; closed at once, and opened
 * again by their attacker at once, they would hold up everybody's saves.
 */
export function closeGradually(close: () => void): void {
  waiting.push(close);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(closeSome, 0).unref();
}
