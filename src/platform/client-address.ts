import { BlockList, isIP, isIPv4 } from 'node:net';

export type AddressRange = { address: string; prefix: number; family: 'ipv4' | 'ipv6' };

/** Parses an address (`10.0.0.7`, `::1`) or a CIDR range (`10.0.0.0/8`); returns null if it is neither. */
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

/** Returns true if a plain address is in one of the ranges. */
function liesIn(ranges: readonly AddressRange[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) list.addSubnet(range.address, range.prefix, range.family);
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * Returns the plain form of an address: no zone, brackets or port, IPv6 as eight groups, and IPv4 for IPv4-mapped IPv6;
 * null if it is invalid.
 */
export function plainAddress(text: string): string | null {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(trimmed)?.[1];
  const [address = ''] = (bracketed ?? withPort ?? trimmed).split('%', 1);
  if (isIP(address) === 0) return null;
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':');
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Returns the eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes it in hexadecimal groups, even if it ends like an IPv4 address.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const left = parse(head);
  if (tail === undefined) return left;
  const right = parse(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** Returns the network used for rate limits: an IPv4 address itself, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === null) return 'unknown';
  if (isIPv4(plain)) return plain;
  return `${plain.split(':').slice(0, 4).join(':')}::/64`;
}

/** Returns the /48 of an IPv6 network, which one customer often has; an IPv4 network itself. */
export function wideNetworkOf(network: string): string {
  const wide = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(network)?.[1];
  return wide === undefined ? network : `${wide}:/48`;
}

export type Origin = { address: string; isHttps: boolean };
type Connection = { remoteAddress?: string | undefined; encrypted?: boolean | undefined };
type Headers = Record<string, string | string[] | undefined>;

/** Returns true if a connection comes from a trusted proxy. */
export function createProxyCheck(
  trustedProxies: readonly AddressRange[],
): (connection: Connection) => boolean {
  const isTrusted = liesIn(trustedProxies);
  return ({ remoteAddress = '' }) => isTrusted(plainAddress(remoteAddress) ?? 'unknown');
}

/**
 * Determines the client address. Headers count only if the connection comes from a trusted proxy: the client is the
 * nearest untrusted address from the right, and the proxy's header decides whether the request used HTTPS.
 */
export function createClientAddress(
  trustedProxies: readonly AddressRange[],
): (connection: Connection, headers: Headers) => Origin {
  const isTrusted = liesIn(trustedProxies);
  return (connection, headers) => {
    const direct = plainAddress(connection.remoteAddress ?? '') ?? 'unknown';
    const isEncrypted = connection.encrypted === true;
    if (!isTrusted(direct)) return { address: direct, isHttps: isEncrypted };
    const protocol = lastOf(headers['x-forwarded-proto']);
    const isHttps = protocol === undefined ? isEncrypted : protocol.toLowerCase() === 'https';
    let nearest = direct;
    for (const hop of listOf(headers['x-forwarded-for']).toReversed()) {
      const address = plainAddress(hop);
      // Everything to the left of an unreadable entry may be forged.
      if (address === null) break;
      nearest = address;
      if (!isTrusted(address)) break;
    }
    return { address: nearest, isHttps };
  };
}

function listOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((item) => item.trim());
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return listOf(header).at(-1);
}
