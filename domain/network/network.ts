const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/**
 * The network by which connections, failures and sign-ins are counted: an IPv4 address, or the first 64 bits
 * of an IPv6 address, because one computer can choose the rest freely.
 */
export function networkOf(given: string): string {
  const address = given.replace(/%.*$/, '');
  const ipv4 = mapped.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(':')) return address;
  const network = groupsOf(address.toLowerCase()).slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::`;
}

/** The site of a network: the /48 of an IPv6 network, where one owner has 65,536 of them; otherwise the network. */
export const siteOf = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 3).join(':') : network;
