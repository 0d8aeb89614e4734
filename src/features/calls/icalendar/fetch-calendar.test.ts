import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { calendarUrlOf } from './fetch-calendar.ts';
import { fetchCalendar, type Network, type Version } from './fetch-calendar.ts';

type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};

const noVersion: Version = { etag: null, lastModified: null };
const whole = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

/** A network where every name resolves to `addresses` and requests get `answers` in order. */
function networkOf(answers: readonly Answer[], addresses: readonly string[] = ['192.33.90.1']) {
  const requests: { href: string; address: string; headers: Readonly<Record<string, string>> }[] = [];
  const network: Network = {
    resolve: async () => addresses,
    send: async ({ href }, address, headers) => {
      const { status = 200, headers: given = {}, body = '' } = answers[requests.length] ?? {};
      requests.push({ href, address, headers });
      return Object.assign(Readable.from([Buffer.from(body)]), {
        statusCode: status,
        headers: given,
      }) as unknown as IncomingMessage;
    },
  };
  return { network, requests };
}

const fetchOf = (network: Network, known = noVersion, signal = new AbortController().signal) =>
  fetchCalendar('https://calendars.example/secret.ics', known, signal, network);

test.each([
  'http://calendars.example/a.ics',
  'ftp://calendars.example/a.ics',
  'file:///etc/passwd',
  'calendars.example/a.ics',
  'https://user@calendars.example/a.ics',
  'https://user:password@calendars.example/a.ics',
  'https://calendars.example:8443/a.ics',
  'https://127.0.0.1/a.ics',
  'https://127.1/a.ics',
  'https://0177.0.0.1/a.ics',
  'https://0x7f000001/a.ics',
  'https://2130706433/a.ics',
  'https://0.0.0.0/a.ics',
  'https://10.1.2.3/a.ics',
  'https://100.64.0.1/a.ics',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.0.1/a.ics',
  'https://192.168.0.1/a.ics',
  'https://198.18.0.1/a.ics',
  'https://224.0.0.1/a.ics',
  'https://255.255.255.255/a.ics',
  'https://[::1]/a.ics',
  'https://[::]/a.ics',
  'https://[fe80::1]/a.ics',
  'https://[fc00::1]/a.ics',
  'https://[::ffff:127.0.0.1]/a.ics',
  'https://[::ffff:8.8.8.8]/a.ics',
  'https://[64:ff9b::a00:1]/a.ics',
  'https://[2002:7f00:1::]/a.ics',
])('an address that is not public https is refused: %s', (address) => {
  expect(calendarUrlOf(address)).toBeNull();
});

test.each([
  ['webcal://calendars.example/a.ics', 'https://calendars.example/a.ics'],
  [' https://calendars.example:443/a.ics#x ', 'https://calendars.example/a.ics'],
  ['https://8.8.8.8/a.ics', 'https://8.8.8.8/a.ics'],
  ['https://[2606:4700::1111]/a.ics', 'https://[2606:4700::1111]/a.ics'],
])('an address that is public https is accepted: %s', (address, href) => {
  expect(calendarUrlOf(address)?.href).toBe(href);
});

test.each([['127.0.0.1'], ['10.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], ['fd00::1']])(
  'a name that resolves to %s is refused, also beside a public address, without any request',
  async (address) => {
    const { network, requests } = networkOf([{ body: whole }], ['192.33.90.1', address]);
    expect(await fetchOf(network)).toEqual({ kind: 'failed', why: 'address' });
    expect(requests).toEqual([]);
  },
);

test('connects to the address that was checked', async () => {
  const { network, requests } = networkOf([{ body: whole }]);
  expect(await fetchOf(network)).toMatchObject({ kind: 'changed', text: whole });
  expect(requests).toMatchObject([{ address: '192.33.90.1' }]);
});

test.each([
  'https://10.0.0.1/a.ics',
  'http://calendars.example/a.ics',
  'https://u@calendars.example/',
  '//[::1]/',
])('a redirect to %s is not followed', async (location) => {
  const { network, requests } = networkOf([{ status: 302, headers: { location } }, { body: whole }]);
  expect(await fetchOf(network)).toEqual({ kind: 'failed', why: 'address' });
  expect(requests).toHaveLength(1);
});

test('three redirects are followed, a fourth is not', async () => {
  const redirect = { status: 307, headers: { location: '/next.ics' } };
  const three = networkOf([redirect, redirect, redirect, { body: whole }]);
  expect(await fetchOf(three.network)).toMatchObject({ kind: 'changed' });
  const four = networkOf([redirect, redirect, redirect, redirect, { body: whole }]);
  expect(await fetchOf(four.network)).toEqual({ kind: 'failed', why: 'redirects' });
});

test('an unchanged calendar is not sent again', async () => {
  const { network, requests } = networkOf([{ status: 304 }]);
  expect(await fetchOf(network, { etag: '"a"', lastModified: 'yesterday' })).toEqual({ kind: 'same' });
  expect(requests[0]?.headers).toMatchObject({ 'if-none-match': '"a"', 'if-modified-since': 'yesterday' });
});

test('stops reading a calendar that is too large, compressed or not', async () => {
  const large = Buffer.alloc(5_000_001, 'a');
  const packed = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(100_000_000)) };
  for (const answer of [{ body: large }, packed])
    expect(await fetchOf(networkOf([answer]).network)).toEqual({ kind: 'failed', why: 'too-large' });
  const small = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(whole) };
  expect(await fetchOf(networkOf([small]).network)).toMatchObject({ text: whole });
});

test.each([
  // The request was not conditional.
  [{ status: 304 }, 'status-304'],
  [{ status: 404 }, 'status-404'],
  [{ status: 500 }, 'status-500'],
  [{ headers: { 'content-encoding': 'br' }, body: 'x' }, 'unreachable'],
  [{ headers: { 'content-encoding': 'gzip' }, body: 'no gzip' }, 'unreachable'],
])('an unusable answer is reported: %j', async (answer, why) => {
  expect(await fetchOf(networkOf([answer]).network)).toEqual({ kind: 'failed', why });
});

test('times out on a server that never responds', async () => {
  const stop = new AbortController();
  const network: Network = { resolve: async () => ['192.33.90.1'], send: () => new Promise(() => {}) };
  const fetched = fetchOf(network, noVersion, stop.signal);
  stop.abort();
  expect(await fetched).toEqual({ kind: 'failed', why: 'too-long' });
});
