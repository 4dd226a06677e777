import { describe, expect, it } from 'vitest';
import { hostsOf } from './hosts.ts';

describe('the hosts of a database address', () => {
  it.each([
    ['postgres://db/exam', ['postgres://db/exam']],
    [
      'postgres://u:p%40w@one:5432,two:5433/exam?sslmode=require',
      [
        'postgres://u:p%40w@one:5432/exam?sslmode=require',
        'postgres://u:p%40w@two:5433/exam?sslmode=require',
      ],
    ],
    ['postgresql://[::1]:5432,[::2]', ['postgresql://[::1]:5432', 'postgresql://[::2]']],
  ])('%s', (address, hosts) => {
    expect(hostsOf(address)).toEqual(hosts);
  });

  it('rejects what is not an address', () => {
    expect(() => hostsOf('exam')).toThrow('cannot be read');
  });
});
