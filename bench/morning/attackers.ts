import { stalledConnections, wrongPasswords } from './disturbance.ts';

/** The program of `attackers`: attacks until told to stop, then reports what it did. */
const [port, students] = process.argv.slice(2).map(Number) as [number, number];
const attacks = {
  'stalled connections': stalledConnections(port, { many: 2000, networks: 10 }),
  'wrong passwords': wrongPasswords(port, { perSecond: 200, networks: 20, students }),
};

process.on('message', async () => {
  const done: Record<string, unknown> = {};
  for (const [what, attack] of Object.entries(attacks)) done[what] = await attack.stop();
  process.send?.(done);
});
process.on('disconnect', () => process.exit(0));
