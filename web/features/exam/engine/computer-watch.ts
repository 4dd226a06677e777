/** How far the computer's two clocks may drift apart before the page requests the server's time. */
const maxDriftMilliseconds = 1500;
const everyMilliseconds = 500;

type WatchHandlers = {
  /** Called twice a second, or as often as the browser allows in a hidden tab. */
  readonly onMoment: () => void;
  /** The computer slept, or its clock was set. */
  readonly onClockJump: () => void;
  /** The page is visible again, or the network is back. */
  readonly onWake: () => void;
};

/** Watches for sleep, clock changes, focus and network while an exam is on screen. Returns a function that stops it. */
export function watchComputer({ onMoment, onClockJump, onWake }: WatchHandlers): () => void {
  let offset = Date.now() - performance.now();
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - offset) > maxDriftMilliseconds) onClockJump();
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
