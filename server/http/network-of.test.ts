import { expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('[SAFE-17] %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
