import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileApprovals } from '#src/features/files/store/file.table.ts';
import { makeColleague, testServices } from '#src/features/projects/test-project.fixture.ts';
import { findApproval } from '#src/features/receipts/find-approval.ts';
import { signingKeyOf } from '#src/features/receipts/keys/signing-key.ts';
import { publishProjectReceipts } from '#src/features/receipts/publish-receipts.ts';
import { receiptOf } from '#src/features/receipts/receipt.ts';
import { verify } from '#src/features/receipts/verify/verify.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { eraseColleague } from './erase-colleague.ts';
import { erasePerson } from './erase-person.ts';
import { email, makeEverything, now } from './everything.fixture.ts';

const secret = 'a secret of the tests';

describeOnOneDatabase('a published receipt', (open) => {
  async function openPublished() {
    const { db } = await open();
    const services = testServices(now);
    const { ada, client, clientId, projectId } = await makeEverything(db, services, { hasInvoice: false });
    await publishProjectReceipts(db, services, ada, { projectId, isPublished: true });
    const [{ fileId, sha256 } = { fileId: '', sha256: '' }] = await db.select().from(fileApprovals);
    const rateLimiter = createRateLimiter({ clock: services.clock, secret, log: { warn: () => undefined } });
    const ask = () => verify({ db, rateLimiter }, { address: '192.0.2.1' }, sha256);
    const key = await signingKeyOf({ db, secret, clock: services.clock });
    const issue = async () => {
      const found = await findApproval(db, ada, fileId);
      return found.ok ? receiptOf(found.approval, key) : null;
    };
    return { db, services, ada, client, clientId, ask, key, issue };
  }

  test('has a neutral name once the person who approved is erased; a saved one stays valid', async () => {
    const { db, services, ada, client, clientId, ask, key, issue } = await openPublished();
    await makeColleague(db, clientId, 'Lena Falk');
    const saved = await issue();
    expect(saved?.text).toContain('Runa Halfmoon');
    const erased = await eraseColleague(db, services, ada, { clientId, personId: client.id }, email);
    expect(erased).toEqual({ ok: true });
    const answer = await ask();
    expect(answer).toMatchObject({ kind: 'approved', approval: { approvedBy: expect.any(String) } });
    expect(JSON.stringify(answer)).not.toContain('Runa');
    expect((await issue())?.text).not.toContain('Runa');
    const [, payload = ''] = /^\{"receipt":(.*),"signature"/.exec(saved?.text ?? '') ?? [];
    const publicKey = createPublicKey({ key: key.jwk, format: 'jwk' });
    const signature = Buffer.from(saved?.signature ?? '', 'base64url');
    expect(verifySignature(null, Buffer.from(payload), publicKey, signature)).toBe(true);
  });

  test('is gone once its client is erased', async () => {
    const { db, services, ada, clientId, ask, issue } = await openPublished();
    expect((await ask()).kind).toBe('approved');
    expect(await erasePerson(db, services, ada, { clientId }, email)).toMatchObject({ ok: true });
    expect((await ask()).kind).toBe('unknown');
    expect(await issue()).toBeNull();
  });
});
