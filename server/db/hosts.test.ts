import { describe, expect, it } from 'vitest';
import { hostsOf } from './hosts.ts';

describe('the servers an address names', () => {
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

  it('cannot be read from what is no address', () => {
    expect(() => hostsOf('exam')).toThrow('cannot be read');
  });
});
