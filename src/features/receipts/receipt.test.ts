import { createPublicKey, verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import { signingKeyOf } from './keys/signing-key.ts';
import { serveReceiptJson, serveReceiptPdf } from './serve-receipt.ts';

const clock = { now: () => testNow };

describeOnOneDatabase('the receipt of an approval', (open) => {
  async function openApproved() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { projectId, client } = made;
    const file = await makeFile(db, made.team, projectId);
    const report = { text: 'a report', sha256: 'a'.repeat(64) };
    const approval = { projectId, ...file, sheet: { sha256: report.sha256, find: async () => report } };
    expect(await approveFile(db, testServices(), client, approval)).toEqual({ ok: true });
    return { db, ...made, ...file };
  }

  /** Requests the receipt of a file as a person. */
  const ask = (serve: typeof serveReceiptJson, db: Db, person: Person | null, id: string) => {
    const services = { db, secret: 'a secret', clock, config: { publicUrl: 'https://studio.example' } };
    const session = person && { id: '', person, isComplete: true, isRecent: true };
    const locals = { services, session } as unknown as App.Locals;
    return serve({ params: { id }, url: new URL('https://studio.example/'), locals });
  };

  test('states what was approved, by whom and when, and is signed with the published key', async () => {
    const { db, client, fileId, sha256 } = await openApproved();
    const answer = await ask(serveReceiptJson, db, client, fileId);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const text = await answer.text();
    const { receipt, signature } = JSON.parse(text) as { receipt: object; signature: string };
    const { id, jwk } = await signingKeyOf({ db, secret: 'a secret', clock });
    const name = 'Tidewater_R3_mix_v2.wav';
    expect(receipt).toEqual({
      approvedAt: testNow.toISOString(),
      approvedBy: client.name,
      deliveryReportSha256: 'a'.repeat(64),
      files: [{ mediaType: 'audio/wav', name, sha256, sizeBytes: name.length }],
      keyId: id,
      name,
      project: 'Tidewater, reel 3',
      studio: 'Antinode',
      type: 'antinode-approval',
      version: 1,
    });
    const signed = Buffer.from(JSON.stringify(receipt));
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(text).toBe(JSON.stringify({ receipt, signature }));
  });

  test('has the same bytes every time, also after its file and project were renamed', async () => {
    const { db, client, team, fileId, projectId } = await openApproved();
    const bytesOf = async (serve: typeof serveReceiptJson, person: Person) =>
      Buffer.from(await (await ask(serve, db, person, fileId)).arrayBuffer());
    const [json, pdf] = [await bytesOf(serveReceiptJson, client), await bytesOf(serveReceiptPdf, client)];
    await db.update(files).set({ name: 'Renamed.wav' }).where(eq(files.id, fileId));
    await db.update(projects).set({ name: 'Renamed' }).where(eq(projects.id, projectId));
    expect(await bytesOf(serveReceiptJson, team)).toEqual(json);
    expect(await bytesOf(serveReceiptPdf, team)).toEqual(pdf);
  });

  test('is a PDF that has the signed text attached', async () => {
    const { db, client, fileId, sha256 } = await openApproved();
    const json = await (await ask(serveReceiptJson, db, client, fileId)).text();
    const bytes = new Uint8Array(await (await ask(serveReceiptPdf, db, client, fileId)).arrayBuffer());
    const { text, title } = await readPdf(bytes);
    expect(title).toBe('Approval receipt, Tidewater_R3_mix_v2.wav');
    for (const part of [sha256, 'RunaVestergaard', 'https://studio.example/verify'])
      expect(text).toContain(part);
    const { signature } = JSON.parse(json) as { signature: string };
    expect(text).toContain(signature);
    const content = await (await getDocumentProxy(bytes)).getAttachmentContent('receipt.json');
    expect(Buffer.from(content ?? []).toString()).toBe(json);
  });

  test('is 404 for everyone who may not see the file, and 409 before the approval', async () => {
    const { db, client, team, projectId, fileId } = await openApproved();
    const other = await makePerson(db, 'client', 'Sable Okafor');
    const { fileId: waiting } = await makeFile(db, team, projectId, { name: 'waiting.wav' });
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const serve of [serveReceiptJson, serveReceiptPdf]) {
      for (const [person, id] of [
        [other, fileId],
        [null, fileId],
        [other, waiting],
        [client, unknown],
        [client, "x'--"],
      ] as const)
        expect((await ask(serve, db, person, id)).status).toBe(404);
      for (const person of [client, team]) expect((await ask(serve, db, person, waiting)).status).toBe(409);
      expect((await ask(serve, db, team, fileId)).status).toBe(200);
    }
  });
});
