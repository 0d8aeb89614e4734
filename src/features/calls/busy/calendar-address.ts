import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses of IPv4 that lead to no server of the public internet (RFC 6890 and those after it). */
const closed4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed4.addSubnet(network, prefix, 'ipv4');

/** The public IPv6 ranges, without those that embed other addresses or are reserved for examples. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, prefix, 'ipv6');

/** Does an address lead to a server of the public internet? */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
  return isIP(address) === 4 && !closed4.check(address, 'ipv4');
}

/** The host of an address without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL) => hostname.replaceAll(/^\[|\]$/g, '');

/**
 * The address of a calendar as it is read: https on its own port, without a user; webcal is the same by another name. Null for any
 * other, and for one that names an address that is not public.
 */
export function calendarUrlOf(typed: string): URL | null {
  const text = typed.trim().replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  const host = hostOf(url);
  return isIP(host) === 0 || isPublicAddress(host) ? url : null;
}
