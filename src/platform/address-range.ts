import { BlockList, isIP, isIPv4 } from 'node:net';

export type AddressRange = { address: string; prefix: number; family: 'ipv4' | 'ipv6' };

/** Reads an address (`10.0.0.7`, `::1`) or a CIDR range (`10.0.0.0/8`); null when it is neither. */
export function addressRangeOf(text: string): AddressRange | null {
  const parts = text.split('/');
  const address = parts[0] ?? '';
  if (parts.length > 2 || isIP(address) === 0 || address.includes('%')) return null;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const widest = family === 'ipv4' ? 32 : 128;
  const prefix = parts[1] ?? String(widest);
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > widest) return null;
  return { address, prefix: Number(prefix), family };
}

/** A test of whether a plain address lies in one of the ranges. */
export function isWithin(ranges: readonly AddressRange[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) list.addSubnet(range.address, range.prefix, range.family);
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
