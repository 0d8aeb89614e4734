import { randomUUID } from 'node:crypto';
import { asc, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { findApproval } from './find-approval.ts';
import { publishProjectReceipts, publishReceipt } from './publish-receipts.ts';
import { answerAsJson, sha256In, verify } from './verify/verify.ts';

const clock = { now: () => testNow };

/** Returns a function that verifies a text from one network. */
const verifierOf = (db: Db, address = '192.0.2.1') => {
  const rateLimiter = createRateLimiter({ clock, secret: 'a secret', log: { warn: () => undefined } });
  return (text: string) => verify({ db, rateLimiter }, { address }, text);
};

describeOnOneDatabase('publishing receipts', (open) => {
  async function openProject() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { team, client, projectId } = made;
    const approve = async (name: string) => {
      const file = await makeFile(db, team, projectId, { name });
      await approveFile(db, testServices(), client, { projectId, ...file });
      return file;
    };
    const kinds = async () =>
      (
        await db
          .select({ kind: activity.kind })
          .from(activity)
          .where(like(activity.kind, 'receipt%'))
          .orderBy(asc(activity.id))
      ).map(({ kind }) => kind);
    return { db, ...made, approve, kinds, ask: verifierOf(db) };
  }

  test('lets anyone with the bytes see the name, project, person and time, and nothing else', async () => {
    const { db, team, client, projectId, approve, ask } = await openProject();
    const { fileId, sha256 } = await approve('Mix.wav');
    expect(await ask(sha256)).toEqual({ kind: 'unknown', sha256 });
    await publishReceipt(db, testServices(), team, { projectId, fileId, isPublished: true });
    const answer = answerAsJson(await ask(sha256.toUpperCase()));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      approved: true,
      name: 'Mix.wav',
      project: 'Tidewater, reel 3',
      approvedBy: client.name,
      approvedAt: testNow.toISOString(),
    });
    await publishReceipt(db, testServices(), team, { projectId, fileId, isPublished: false });
    expect(await ask(sha256)).toEqual({ kind: 'unknown', sha256 });
  });

  test('is recorded once for each change, and visible to the client', async () => {
    const { db, team, projectId, approve, kinds } = await openProject();
    const { fileId } = await approve('Mix.wav');
    for (const isPublished of [true, true, false, false])
      expect(await publishReceipt(db, testServices(), team, { projectId, fileId, isPublished })).toEqual({
        ok: true,
      });
    expect(await kinds()).toEqual(['receipt-published', 'receipt-withdrawn']);
    expect(await db.$count(clientEvents, like(clientEvents.kind, 'receipt%'))).toBe(2);
    const [entry] = await db.select().from(activity).where(eq(activity.kind, 'receipt-published'));
    expect(entry).toMatchObject({ actorId: team.id, details: { file: 'Mix.wav' } });
  });

  test('is refused for a file without approval, of another project, or with a malformed id', async () => {
    const { db, team, projectId, approve, kinds } = await openProject();
    const { fileId } = await approve('Mix.wav');
    const other = await makeTestProject(db);
    const waiting = await makeFile(db, team, projectId, { name: 'waiting.wav' });
    for (const key of [
      { projectId, fileId: waiting.fileId },
      { projectId: other.projectId, fileId },
      { projectId, fileId: randomUUID() },
      { projectId, fileId: "x'--" },
      { projectId: 'x', fileId },
    ])
      expect(await publishReceipt(db, testServices(), team, { ...key, isPublished: true })).toEqual({
        ok: false,
        reason: 'not-found',
      });
    const all = { projectId: randomUUID(), isPublished: true };
    expect(await publishProjectReceipts(db, testServices(), team, all)).toMatchObject({ ok: false });
    expect(await kinds()).toEqual([]);
  });

  test('of a whole project covers present and future approvals, of this project alone', async () => {
    const { db, team, projectId, approve, kinds, ask } = await openProject();
    const before = await approve('Before.wav');
    const other = await makeTestProject(db);
    const elsewhere = await makeFile(db, other.team, other.projectId, { name: 'Elsewhere.wav' });
    await approveFile(db, testServices(), other.client, { projectId: other.projectId, ...elsewhere });
    for (const isPublished of [true, true])
      await publishProjectReceipts(db, testServices(), team, { projectId, isPublished });
    const after = await approve('After.wav');
    const kindsOf = async () => {
      const found = [];
      for (const { sha256 } of [before, after, elsewhere]) found.push((await ask(sha256)).kind);
      return found;
    };
    expect(await kindsOf()).toEqual(['approved', 'approved', 'unknown']);
    await publishProjectReceipts(db, testServices(), team, { projectId, isPublished: false });
    expect(await kindsOf()).toEqual(['unknown', 'unknown', 'unknown']);
    expect(await kinds()).toEqual(['receipts-published', 'receipts-withdrawn']);
  });

  test('covers all formats that were approved together', async () => {
    const { db, client, team, projectId, ask } = await openProject();
    const main = await makeFile(db, team, projectId, { name: 'Master.wav' });
    const formats = [
      await makeFile(db, team, projectId, { name: 'Master.flac' }),
      await makeFile(db, team, projectId, { name: 'Master.mp3' }),
    ];
    for (const { fileId } of formats)
      await db.update(files).set({ formatOf: main.fileId }).where(eq(files.id, fileId));
    const hashes = formats.map(({ sha256 }) => sha256).toSorted();
    const approval = { projectId, ...main, formats: hashes };
    expect(await approveFile(db, testServices(), client, approval)).toEqual({ ok: true });
    const receipts = [];
    for (const { fileId } of [main, ...formats]) receipts.push(await findApproval(db, client, fileId));
    expect(receipts[1]).toEqual(receipts[0]);
    expect(receipts[2]).toEqual(receipts[0]);
    expect(receipts[0]).toMatchObject({
      approval: {
        fileId: main.fileId,
        name: 'Master.wav',
        files: [main.sha256, ...hashes].toSorted().map((sha256) => ({ sha256 })),
      },
    });
    const [format] = formats;
    const key = { projectId, fileId: format?.fileId ?? '' };
    await publishReceipt(db, testServices(), team, { ...key, isPublished: true });
    for (const { sha256 } of [main, ...formats]) expect((await ask(sha256)).kind).toBe('approved');
    expect(await ask(format?.sha256 ?? '')).toMatchObject({ approval: { name: 'Master.flac' } });
    await publishReceipt(db, testServices(), team, { projectId, fileId: main.fileId, isPublished: false });
    for (const { sha256 } of [main, ...formats]) expect((await ask(sha256)).kind).toBe('unknown');
  });

  test('answers alike for unknown and unpublished hashes and for malformed ones', async () => {
    const { approve, ask } = await openProject();
    const { sha256 } = await approve('Mix.wav');
    const texts = [sha256, '0'.repeat(64), 'not a hash', ''];
    const answers = await Promise.all(texts.map(async (text) => answerAsJson(await ask(text))));
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect([...answer.headers]).toEqual([...(answers[1]?.headers ?? [])]);
    }
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
  });

  test('limits verifications per network', async () => {
    const { db, ask } = await openProject();
    for (let times = 0; times < 60; times += 1) expect((await ask('0'.repeat(64))).kind).toBe('unknown');
    const refused = await ask('1'.repeat(64));
    expect(refused).toEqual({ kind: 'too-many', retryAfterS: 60 });
    const answer = answerAsJson(refused);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await verifierOf(db, '192.0.2.2')('0'.repeat(64))).kind).toBe('unknown');
  });
});

test('finds the SHA-256 in the output of common commands', () => {
  const hash = 'ab'.repeat(32);
  for (const text of [
    hash,
    ` ${hash.toUpperCase()}\n`,
    `${hash}  Mix final.wav`,
    `SHA256          ${hash.toUpperCase()}       C:\\Mix.wav`,
    `SHA256 (Mix.wav) = ${hash}`,
    `${hash} ${hash}`,
  ])
    expect(sha256In(text), text).toBe(hash);
  for (const text of ['', 'ab', hash.slice(1), `${hash}a`, `${hash} ${'cd'.repeat(32)}`])
    expect(sha256In(text), text).toBeNull();
});
