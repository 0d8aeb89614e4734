import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressRangeOf,
  createClientAddress,
  networkOf,
  plainAddress,
  type AddressRange,
} from './client-address.ts';

function ranges(...texts: string[]): AddressRange[] {
  return texts.flatMap((text) => addressRangeOf(text) ?? []);
}

describe('a network', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:0207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'unknown'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  test('is the same for every address of one /64 and differs between two', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    const spell = (groups: number[]) => groups.map((value) => value.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        const [a, b] = [networkOf(spell([...network, ...one])), networkOf(spell([...network, ...other]))];
        // ::ffff:0:0/96 holds IPv4 addresses, which count one by one.
        return a === b || !network.some((value) => value !== 0);
      }),
    );
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });

  test('of an IPv4-mapped address is that of the IPv4 address', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => networkOf(`::ffff:${address}`) === networkOf(address)));
  });

  test('of any text never throws, and a plain address stays as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => {
        const plain = plainAddress(text);
        return plain === null || plainAddress(plain) === plain;
      }),
    );
  });
});

describe('the client address', () => {
  const behindProxy = createClientAddress(ranges('10.0.0.0/8', '2001:db8:ffff::/48'));
  const read = (remoteAddress: string, forwardedFor?: string, proto?: string) =>
    behindProxy({ remoteAddress }, { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto });

  test("is the connection's address if it is not a trusted proxy, whatever the headers contain", () => {
    expect(read('203.0.113.5', '198.51.100.1', 'https')).toEqual({ address: '203.0.113.5', isHttps: false });
    expect(
      createClientAddress([])({ remoteAddress: '127.0.0.1' }, { 'x-forwarded-for': '1.2.3.4' }).address,
    ).toBe('127.0.0.1');
  });

  test('is the nearest untrusted one from the right', () => {
    expect(read('10.0.0.1', '198.51.100.1').address).toBe('198.51.100.1');
    expect(read('10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2').address).toBe('198.51.100.1');
    expect(read('::ffff:10.0.0.1', '198.51.100.1:4711').address).toBe('198.51.100.1');
    expect(read('2001:db8:ffff::1', '[2001:db8::9]:443').address).toBe('2001:db8:0:0:0:0:0:9');
  });

  test('is the outermost proxy when all are trusted, and nothing left of an unreadable entry counts', () => {
    expect(read('10.0.0.1', '10.0.0.3, 10.0.0.2').address).toBe('10.0.0.3');
    expect(read('10.0.0.1', '198.51.100.1, garbage').address).toBe('10.0.0.1');
    expect(read('10.0.0.1').address).toBe('10.0.0.1');
  });

  test('cannot be forged: entries added on the left change nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.string())), (invented) => {
        const header = [...invented.map((text) => text.replaceAll(',', ' ')), '198.51.100.1'].join(',');
        return read('10.0.0.1', header).address === '198.51.100.1';
      }),
    );
  });

  test('trusts the HTTPS header of a trusted proxy only', () => {
    expect(read('10.0.0.1', undefined, 'https').isHttps).toBe(true);
    expect(read('10.0.0.1', undefined, 'http').isHttps).toBe(false);
    expect(read('203.0.113.5', undefined, 'https').isHttps).toBe(false);
  });
});
