import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { editLink, type LinkEdit } from '../links/edit-link.ts';
import { findLinks } from '../links/find-links.ts';
import { listeningEntries, listeningGuests, listeningVisits } from '../links/listening.table.ts';
import { plainLink } from '../links/plain-link.fixture.ts';
import { allFiles } from '#src/features/files/store/file.table.ts';
import { addComment, replyToComment } from '#src/features/review/player/comments.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { dayMs } from '#src/platform/durations.ts';
import { makeGuestStudio, password, type GuestStudio } from './guest-studio.fixture.ts';
import type { LinkEntry } from '../links/create-link.ts';

const newest = (recordingId: string, title: string | null = null): LinkEntry => ({
  fileId: null,
  recordingId,
  title,
});
const exactly = (fileId: string, title: string | null = null): LinkEntry => ({
  fileId,
  recordingId: null,
  title,
});

async function pageOf(studio: GuestStudio, token: string, from: { cookie?: string; file?: string } = {}) {
  const page = await studio.page(token, from);
  if (page instanceof Response || page.kind !== 'open') throw new Error('The page is not open');
  return page;
}

const titlesOf = async (studio: GuestStudio, token: string, cookie = '') =>
  (await pageOf(studio, token, { cookie })).page.files.map(({ name }) => name);

/** Changes a link by a team member. */
async function edit(studio: GuestStudio, linkId: string, change: Partial<LinkEdit>) {
  const { services, team, projectId, time } = studio;
  const expiresAt = new Date(time.now.getTime() + dayMs);
  const all = { ...plainLink, projectId, linkId, expiresAt, password: undefined, ...change };
  return editLink(services, team, all);
}

const commentOn = (fileId: string, content: string) => ({
  commentId: randomUUID(),
  fileId,
  at: '0:01',
  until: '',
  content,
});

/** Reports that the first quarter of a file was played. */
const quarter = { heard: '1'.repeat(25).padEnd(100, '0'), at: '6000' };

describeOnOneDatabase('a playlist', (open) => {
  const start = async () => makeGuestStudio((await open()).db);

  test('shows its titles in order, a fixed version and the newest one, and nothing else of the project', async () => {
    const studio = await start();
    const { ids } = studio;
    const entries = [newest(ids.single, 'Gulls, loud'), exactly(ids.older), newest(ids.older)];
    const { token } = await studio.link({ entries, title: 'Harbour EP' });
    const { page, entered } = await pageOf(studio, token);
    expect(page.files.map(({ id, name }) => [id, name])).toEqual([
      [ids.single, 'Gulls, loud'],
      [ids.older, 'Tidewater_mix_v1'],
      [ids.newest, 'Tidewater_mix'],
    ]);
    expect(page.recording?.file.id).toBe(ids.single);
    expect(entered.link.title).toBe('Harbour EP');
    expect(JSON.stringify(page.files)).not.toContain('.wav');
    const other = await studio.link({ entries: [exactly(ids.older)] });
    expect((await studio.get(other.token, ids.newest, 'listen')).status).toBe(404);
    expect((await studio.get(other.token, ids.older, 'listen')).status).toBe(200);
  });

  test('ends with its last file', async () => {
    const studio = await start();
    const { db, ids, time } = studio;
    const { token } = await studio.link({ entries: [exactly(ids.single), exactly(ids.older)] });
    const removed = { removedAt: time.now, removedByName: 'Ada' };
    await db.update(allFiles).set(removed).where(eq(allFiles.id, ids.single));
    expect(await titlesOf(studio, token)).toEqual(['Tidewater_mix_v1']);
    await db.update(allFiles).set(removed).where(eq(allFiles.id, ids.older));
    expect(await studio.page(token)).toMatchObject({ kind: 'ended', status: 404 });
  });

  test('saves files under their titles, alone and as an archive, while downloads are allowed', async () => {
    const studio = await start();
    const { ids } = studio;
    const entries = [newest(ids.older, 'At dusk'), newest(ids.single)];
    const { id, token } = await studio.link({ entries, mayDownload: true });
    const saved = await studio.get(token, ids.newest, 'download');
    expect(saved.headers.get('content-disposition')).toContain('filename="At dusk.wav"');
    const archive = await studio.archive(token);
    const names = Buffer.from(await archive.arrayBuffer()).toString('latin1');
    expect(names).toContain('1 At dusk.wav');
    const begun = await studio.begin(token, ids.single, 'download');
    const reader = begun.body?.getReader();
    await reader?.read();
    await edit(studio, id, { coversProject: false, entries, mayDownload: false });
    studio.time.now = new Date(studio.time.now.getTime() + 2000);
    await expect(reader?.read(), 'a download that has begun').rejects.toThrow();
    expect((await studio.get(token, ids.newest, 'download')).status).toBe(404);
    expect((await studio.archive(token)).status).toBe(404);
    expect((await studio.get(token, ids.newest, 'listen')).status).toBe(200);
  });

  test('changes for open pages, and locks everyone out with a new password', async () => {
    const studio = await start();
    const { ids } = studio;
    const { id, token } = await studio.link({ entries: [newest(ids.single)], password });
    const { cookie } = await studio.post(token, 'unlock', { password });
    const entries = [newest(ids.older, 'First'), newest(ids.single, 'Second')];
    expect(await edit(studio, id, { coversProject: false, entries })).toEqual({ ok: true });
    expect(await titlesOf(studio, token, cookie), 'the password stays').toEqual(['First', 'Second']);
    const begun = await studio.begin(token, ids.single, 'listen', { cookie });
    const reader = begun.body?.getReader();
    await reader?.read();
    await edit(studio, id, { coversProject: false, entries, password: 'another tide at nine' });
    studio.time.now = new Date(studio.time.now.getTime() + 2000);
    await expect(reader?.read(), 'a sound that is being sent').rejects.toThrow();
    expect(await studio.page(token, { cookie })).toMatchObject({ kind: 'locked' });
    for (const what of ['listen', 'peaks', 'figure.svg'] as const)
      expect((await studio.get(token, ids.single, what, { cookie })).status, what).toBe(404);
    expect(await studio.post(token, 'unlock', { password }, { cookie })).toMatchObject({ status: 422 });
    await edit(studio, id, { coversProject: false, entries, password: null });
    expect(await titlesOf(studio, token, cookie)).toEqual(['First', 'Second']);
  });

  test('asks for a name first, and sends nothing before', async () => {
    const studio = await start();
    const { ids } = studio;
    const { token } = await studio.link({ asksName: true, password });
    expect(await studio.page(token)).toMatchObject({ kind: 'locked', missing: ['password', 'name'] });
    expect(await studio.post(token, 'unlock', { password, name: ' ' })).toMatchObject({ status: 422 });
    const { cookie } = await studio.post(token, 'unlock', { password, name: 'Ines' });
    expect((await studio.get(token, ids.single, 'listen', { cookie })).status).toBe(200);
    expect((await studio.get(token, ids.single, 'listen')).status).toBe(404);
    expect(await studio.db.select().from(listeningGuests)).toMatchObject([{ name: 'Ines' }]);
  });
});

describeOnOneDatabase('the guests of a playlist', (open) => {
  const start = async () => makeGuestStudio((await open()).db);

  test('see their own comments and the replies to them, and write to no other thread', async () => {
    const studio = await start();
    const { db, ids, services, team, client, projectId } = studio;
    const inside = { id: randomUUID(), projectId, fileId: ids.single, atMs: 0, content: 'Between us.' };
    await addComment(db, services, client, inside);
    const { id, token } = await studio.link({ entries: [newest(ids.single)], showsAllComments: false });
    const mine = commentOn(ids.single, 'Mine.');
    const ines = await studio.post(token, 'add-comment', { ...mine, name: 'Ines' });
    const theirs = commentOn(ids.single, 'Theirs.');
    await studio.post(token, 'add-comment', { ...theirs, name: 'Olu' });
    const answer = { id: randomUUID(), projectId, replyTo: mine.commentId, content: 'Thank you.' };
    await replyToComment(db, services, team, answer);
    const seenBy = async (cookie: string) => {
      const { recording } = (await pageOf(studio, token, { cookie })).page;
      const all = recording?.comments.flatMap(({ content, replies }) => [
        content,
        ...replies.map((each) => each.content),
      ]);
      return all?.toSorted();
    };
    expect(await seenBy(ines.cookie)).toEqual(['Mine.', 'Thank you.']);
    expect(await seenBy('')).toEqual([]);
    for (const replyTo of [inside.id, theirs.commentId]) {
      const reply = { ...commentOn(ids.single, 'Hello?'), replyTo };
      expect(await studio.post(token, 'reply-to-comment', reply, ines)).toMatchObject({ status: 404 });
    }
    const reply = { ...commentOn(ids.single, 'Welcome.'), replyTo: mine.commentId };
    expect(await studio.post(token, 'reply-to-comment', reply, ines)).toMatchObject({ status: 200 });
    // Only the team decides that guests see all comments.
    const all = { coversProject: false, entries: [newest(ids.single)], showsAllComments: true };
    const expiresAt = new Date(studio.time.now.getTime() + dayMs);
    const byClient = { ...plainLink, ...all, projectId, linkId: id, expiresAt, password: undefined };
    await editLink(services, client, byClient);
    expect(await seenBy(ines.cookie)).not.toContain('Between us.');
    await edit(studio, id, all);
    expect(await seenBy(ines.cookie)).toContain('Between us.');
  });

  test('are listed with opens, plays and what they heard of each title', async () => {
    const studio = await start();
    const { db, ids, services, time, projectId } = studio;
    const { id, token } = await studio.link({ entries: [newest(ids.single), newest(ids.older)] });
    const { cookie: set } = await pageOf(studio, token);
    const cookie = set?.split(';')[0] ?? '';
    expect(await studio.heard(token, ids.single, quarter, { cookie }), 'before it was played').toBe(204);
    await studio.get(token, ids.single, 'listen', { cookie });
    await studio.heard(token, ids.single, quarter, { cookie });
    await studio.heard(
      token,
      ids.single,
      { ...quarter, heard: `${'0'.repeat(99)}1`, at: '999999' },
      { cookie },
    );
    for (const report of [{}, { heard: 'x'.repeat(100), at: '1' }, { heard: quarter.heard, at: '-1' }])
      expect(await studio.heard(token, ids.single, report, { cookie })).toBe(400);
    expect(await studio.heard(token, ids.foreign, quarter, { cookie })).toBe(204);
    const { links } = await findLinks(
      db,
      { now: time.now, secret: services.secret },
      { id: projectId, name: '' },
    );
    expect(links.find((link) => link.id === id)).toMatchObject({
      opened: { opens: 1, guests: 1 },
      ofFiles: [{ fileId: ids.single, opens: 1, plays: 1, listeners: 1 }],
      guests: [{ visits: 1, heard: [{ fileId: ids.single, opens: 1, visits: 1, stoppedMs: 24_000 }] }],
    });
    const [visit] = await db.select().from(listeningVisits);
    expect(visit?.heard).toBe(`${'1'.repeat(25)}${'0'.repeat(74)}1`);
  });

  test('store little when a link is opened 200 times without cookies, or by a preview', async () => {
    const studio = await start();
    const { token } = await studio.link();
    for (let times = 0; times < 200; times += 1) await studio.page(token);
    await studio.page(token, { address: '192.0.2.99', userAgent: 'Slackbot-LinkExpanding 1.0' });
    expect(await studio.db.$count(listeningGuests)).toBe(60);
    expect(await studio.db.$count(listeningEntries)).toBe(0);
  });
});
