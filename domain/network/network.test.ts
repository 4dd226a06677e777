import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::'],
  ['2001:db8::9', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::', 'fe80:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
])('[AUTH-7] [SAFE-17] %s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('[AUTH-7] all IPv6 addresses one computer can take are one network, its neighbour is another', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb:cccc:dddd:eeee'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
});
