/** So much the two clocks of the computer may drift apart before the server is asked for the time. */
const mostDrift = 1500;
const everyMilliseconds = 500;

type Watched = {
  /** Twice a second, or as seldom as the browser lets a hidden tab. */
  readonly onMoment: () => void;
  /** The computer slept, or somebody set its clock. */
  readonly onLeap: () => void;
  /** Somebody looks again, or the network is back. */
  readonly onWake: () => void;
};

/** Watches what the computer goes through while an exam is on its screen; returns how to stop. */
export function watchComputer({ onMoment, onLeap, onWake }: Watched): () => void {
  let offset = Date.now() - performance.now();
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - offset) > mostDrift) onLeap();
    offset = now;
    onMoment();
  }, everyMilliseconds);
  const wake = () => {
    if (document.visibilityState !== 'hidden') onWake();
  };
  window.addEventListener('online', wake);
  window.addEventListener('focus', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', wake);
    window.removeEventListener('focus', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}
