import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { certificateJob, findCertificate, readCertificate } from './certificate.job.ts';
import { certificateHealth } from './find-installation.ts';

// Self-signed, of this test alone: nothing trusts it.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/BpYEjimFlEO8nsw
p0w1zllaHKtj94JHczhztEAnjXWhRANCAAQBSlD3RqhMOWcwesHQ0ThswhO7VqUR
cMDOP+4lD7AQomB2tFr87YLBbVCcOpAibwMxavyQRm4JkGzisQ+mAApB
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU+gAwIBAgIUJOnuoZCoHOg08RcPlJKkkd+GxwMwCgYIKoZIzj0EAwIw
KjEUMBIGA1UECgwLU3R1ZGlvIFRlc3QxEjAQBgNVBAMMCWxvY2FsaG9zdDAeFw0y
NjExMjgyMDQzMjZaFw00NjExMjMyMDQzMjZaMCoxFDASBgNVBAoMC1N0dWRpbyBU
ZXN0MRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAQBSlD3RqhMOWcwesHQ0ThswhO7VqURcMDOP+4lD7AQomB2tFr87YLBbVCcOpAi
bwMxavyQRm4JkGzisQ+mAApBo1MwUTAdBgNVHQ4EFgQUDwCLhW+r6VPuN/MPdkt6
cCqM8NMwHwYDVR0jBBgwFoAUDwCLhW+r6VPuN/MPdkt6cCqM8NMwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAii71a9F2wvopM9KLd4+rZN9nlWJT8
A/9g9RS0So06igIgd2WIA/tHgWacpoAr+QNQK/UIP/APLxf733SXnvQvB5o=
-----END CERTIFICATE-----
`;

async function listen(server: Server): Promise<URL> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

test('reads the expiry of a certificate, and why browsers refuse it', async () => {
  const address = await listen(createServer({ key, cert }));
  expect(await readCertificate(address)).toEqual({
    kind: 'read',
    validUntil: '2046-11-23T20:43:26.000Z',
    issuer: 'Studio Test',
    fault: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
});

test('says that an address cannot be reached, or shows no certificate', async () => {
  const closed = createPlainServer((socket) => socket.destroy());
  const address = await listen(closed);
  expect(await readCertificate(address)).toEqual({ kind: 'unreachable', reason: 'ECONNRESET' });
  closed.close();
  await once(closed, 'close');
  expect(await readCertificate(address)).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
});

test.each([
  ['2027-02-01T00:00:00Z', null, 'fine'],
  ['2026-12-05T00:00:00Z', null, 'look'],
  ['2026-11-27T00:00:00Z', 'CERT_HAS_EXPIRED', 'broken'],
  ['2027-02-01T00:00:00Z', 'SELF_SIGNED_CERT_IN_CHAIN', 'broken'],
])('a certificate until %s with the fault %s is %s', (validUntil, fault, health) => {
  const now = new Date('2026-11-28T12:00:00Z');
  const result = { kind: 'read', validUntil, issuer: 'A', fault } as const;
  expect(certificateHealth({ checkedAt: now, result }, now)).toBe(health);
});

describeOnOneDatabase('the check of the certificate', (open) => {
  test('stores its last result, and only for an https address', async () => {
    const { db } = await open();
    const clock = { now: () => new Date('2026-11-28T12:00:00Z') };
    const read = async () => ({ kind: 'unreachable', reason: 'ETIMEDOUT' }) as const;
    const run = (publicUrl: string | null) =>
      certificateJob({ db, clock, config: { publicUrl }, read }).run({}, { id: 'a', attempt: 1 });
    await run('http://localhost:3000');
    expect(await findCertificate(db)).toBeNull();
    await run('https://studio.example');
    await run('https://studio.example');
    expect(await findCertificate(db)).toEqual({
      checkedAt: clock.now(),
      result: { kind: 'unreachable', reason: 'ETIMEDOUT' },
    });
  });
});
