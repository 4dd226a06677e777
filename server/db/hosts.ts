/**
 * The hosts of a database address: `postgres://user:password@one:5432,two:5433/exam` names two, of which one is
 * writable at a time. Returns one address per host.
 */
export function hostsOf(address: string): readonly string[] {
  const parts = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(address);
  if (!parts) throw new Error('the address of the database cannot be read');
  const [, before, hosts, after] = parts;
  return (hosts ?? '').split(',').map((host) => `${before}${host}${after}`);
}
