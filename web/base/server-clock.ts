import { useEffect, useState } from 'react';

/** The server's time, and the page's monotonic clock when it was received. */
export type ClockReading = { readonly serverTime: number; readonly pageTime: number };

/** Reads the server's time from a response that has just arrived. */
export const readClock = (moment: string): ClockReading => ({
  serverTime: Date.parse(moment),
  pageTime: performance.now(),
});

const second = 1000;

/** The server's time, ticking every second; the computer's wall clock is not used. */
export function useServerTime(reading: ClockReading): number {
  const read = () => reading.serverTime + performance.now() - reading.pageTime;
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), second);
    return () => clearInterval(timer);
  }, []);
  return read();
}
