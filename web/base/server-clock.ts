import { useEffect, useState } from 'react';

/** What the server's clock showed, and where the page's own monotonic clock stood then. */
export type ClockReading = { readonly serverTime: number; readonly pageTime: number };

/** Notes the server's moment of an answer that has just arrived. */
export const readClock = (moment: string): ClockReading => ({
  serverTime: Date.parse(moment),
  pageTime: performance.now(),
});

const second = 1000;

/** The server's time, going on second by second; the computer's own clock plays no part. */
export function useServerTime(reading: ClockReading): number {
  const read = () => reading.serverTime + performance.now() - reading.pageTime;
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), second);
    return () => clearInterval(timer);
  }, []);
  return read();
}
