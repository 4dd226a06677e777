/** Milliseconds of work, whatever else the machine does. */
export function workOf(read: () => void): number {
  const before = process.cpuUsage();
  read();
  return process.cpuUsage(before).user / 1000;
}
