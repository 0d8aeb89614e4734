import { randomUUID, scryptSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/listening.yaml';
import { findLinks } from '../links/find-links.ts';
import { pruneVisits, visitDays } from '../links/open-link.ts';
import { listeningGuests, listeningLinks } from '../links/listening.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { fileComments } from '#src/features/files/store/file.table.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { makeGuestStudio, password, type GuestStudio } from './guest-studio.fixture.ts';

const later = ({ time }: GuestStudio, ms: number) => (time.now = new Date(time.now.getTime() + ms));

async function pageOf(studio: GuestStudio, token: string, cookie = '') {
  const page = await studio.page(token, { cookie });
  if (page instanceof Response || page.kind !== 'open') throw new Error('The page is not open');
  return page;
}

const commentOn = (fileId: string, content = 'Lower the gulls.') => ({
  commentId: randomUUID(),
  fileId,
  at: '0:13.4',
  until: '',
  content,
});

/** Returns a cheap password hash: a test with dozens of attempts does not need the usual cost. */
function cheapHashOf(text: string): string {
  const [salt, N] = [Buffer.alloc(16, 1), 16];
  const key = scryptSync(text, salt, 32, { N, r: 8, p: 1 });
  return ['scrypt', N, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Lists the visitors of a link. */
async function listed({ db, time, projectId, services: { secret } }: GuestStudio, linkId: string) {
  const { links } = await findLinks(db, { now: time.now, secret }, { id: projectId, name: '' });
  return links.find(({ id }) => id === linkId)?.guests ?? [];
}

describeOnOneDatabase('guests', (open) => {
  const start = async () => makeGuestStudio((await open()).db);

  test('lists guests with what they listened to, once per visit, for the promised period', async () => {
    const studio = await start();
    const { id, token } = await studio.link();
    const cookie = (await pageOf(studio, token)).cookie?.split(';')[0] ?? '';
    expect(await listed(studio, id), 'looking at the page is not listening').toMatchObject([
      { visits: 1, heard: [{ opens: 1, visits: 0, playedAt: null }] },
    ]);
    const hear = (userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0') =>
      studio.get(token, studio.ids.newest, 'listen', { cookie, userAgent });
    await hear();
    later(studio, 20 * minuteMs);
    await hear();
    expect(await listed(studio, id)).toMatchObject([{ visits: 1, heard: [{ visits: 1 }] }]);
    later(studio, 31 * minuteMs);
    await hear();
    await studio.post(token, 'add-comment', { ...commentOn(studio.ids.newest), name: 'Ines' }, { cookie });
    expect(await listed(studio, id)).toMatchObject([
      { name: 'Ines', visits: 2, heard: [{ fileId: studio.ids.newest, visits: 2 }] },
    ]);
    later(studio, visitDays * dayMs);
    expect(await listed(studio, id), 'before it is removed, too').toEqual([]);
    await pruneVisits(studio.db, studio.time.now);
    expect(await studio.db.$count(listeningGuests)).toBe(0);
    expect(await studio.db.$count(listeningLinks), 'it ended less than that ago').toBe(1);
    later(studio, visitDays * dayMs);
    await pruneVisits(studio.db, studio.time.now);
    expect(await studio.db.$count(listeningLinks)).toBe(0);
  });

  test('accepts guest names of one line and at most 100 characters', async () => {
    const studio = await start();
    const { token } = await studio.link();
    const commentAs = (name: string) =>
      studio.post(token, 'add-comment', { ...commentOn(studio.ids.newest), name });
    for (const name of ['Ines\nStudio', 'Ines\r\n', 'Ines\u2028Ada', 'x'.repeat(101)])
      expect((await commentAs(name)).status, JSON.stringify(name)).toBe(422);
    expect((await commentAs('Ines'.repeat(25))).status).toBe(200);
  });

  test('counts guests together if their browsers store no cookie, or if there are too many', async () => {
    const studio = await start();
    const { id, token } = await studio.link();
    const cookies = ['', '', ...Array.from({ length: 70 }, (_, n) => `__Secure-antinode_guest=made-up-${n}`)];
    for (const cookie of cookies) await studio.get(token, studio.ids.newest, 'listen', { cookie });
    const guests = await listed(studio, id);
    expect(guests).toHaveLength(61);
    expect(guests.filter(({ userAgent }) => userAgent === '')).toHaveLength(1);
  });

  test('reveals nothing of a locked link, and limits password attempts per network', async () => {
    const studio = await start();
    const { token } = await studio.link({ password, namesProject: true });
    const locked = await studio.page(token, { file: studio.ids.newest });
    expect(locked).toMatchObject({ kind: 'locked', status: 200, title: words.guest.title });
    expect(JSON.stringify(locked)).not.toMatch(/tidewater|runa/i);
    const [kept] = await studio.db.select().from(listeningLinks);
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(kept?.passwordHash).toMatch(/^scrypt\$32768\$8\$1\$/);
    await studio.db.update(listeningLinks).set({ passwordHash: cheapHashOf(password) });
    const unlock = (tried: string, address: string) =>
      studio.post(token, 'unlock', { password: tried }, { address });
    for (let times = 0; times < 40; times += 1)
      expect(await unlock('a guess', '198.51.100.7')).toMatchObject({ status: 422 });
    expect(await unlock(password, '198.51.100.7')).toMatchObject({ status: 429, cookie: '' });
    const entered = await unlock(password.normalize('NFD'), '192.0.2.1');
    expect(entered).toMatchObject({ status: 200, cookie: expect.stringContaining('antinode_guest=') });
    expect(await pageOf(studio, token, entered.cookie)).toMatchObject({ title: words.guest.title });
    const madeUp = entered.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await studio.page(token, { cookie: madeUp }), 'of another browser').toMatchObject({
      kind: 'locked',
    });
    const other = await studio.link({ password });
    expect(await studio.page(other.token, { cookie: entered.cookie }), 'of another link').toMatchObject({
      kind: 'locked',
    });
  });

  test('names the project in a preview only if the link allows it', async () => {
    const studio = await start();
    const [usual, named] = [await studio.link(), await studio.link({ namesProject: true })];
    expect((await pageOf(studio, usual.token)).title).toBe(words.guest.title);
    expect((await pageOf(studio, named.token)).title).toBe('Listen: Tidewater, reel 3');
  });

  test('stores comments under the guest’s name, and notifies team and client once an hour', async () => {
    const studio = await start();
    const { ids, db } = studio;
    const { token } = await studio.link();
    const first = commentOn(ids.newest);
    for (const name of [{}, { name: ' ' }])
      expect(await studio.post(token, 'add-comment', { ...first, ...name })).toMatchObject({
        status: 422,
        error: words.guest.errors.name,
      });
    const from = await studio.post(token, 'add-comment', { ...first, name: ' Ines ' });
    for (const comment of [first, first, commentOn(ids.newest, 'And the quay.')])
      expect(await studio.post(token, 'add-comment', comment, from)).toMatchObject({ status: 200 });
    const reply = { ...commentOn(ids.newest, '@Ada thank you'), replyTo: first.commentId };
    expect(await studio.post(token, 'reply-to-comment', reply, from)).toMatchObject({ status: 200 });
    expect(await db.select().from(fileComments)).toMatchObject(
      Array.from({ length: 3 }, () => ({
        sender: 'guest',
        authorId: null,
        authorName: 'Ines',
        mentions: [],
      })),
    );
    expect(await db.$count(notifications, eq(notifications.kind, 'guest-commented'))).toBe(3);
    const mails = await db.select().from(outbox).where(eq(outbox.topic, 'guests'));
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['client-notice', 'team-notice']);
    const edit = { ...first, version: '1', content: 'Lower the gulls a little.' };
    expect(await studio.post(token, 'edit-comment', edit, from)).toMatchObject({ status: 200 });
  });

  test('rejects changes to others’ comments, replies outside the link, and marking done', async () => {
    const studio = await start();
    const { ids, db, services, team, client, projectId } = studio;
    const theirs = { id: randomUUID(), projectId, fileId: ids.newest, atMs: 0, content: 'Ours.' };
    await addComment(db, services, team, theirs);
    const hidden = { id: randomUUID(), projectId, fileId: ids.single, atMs: 0, content: 'Not for guests.' };
    await addComment(db, services, client, hidden);
    const { token } = await studio.link({ recordingId: ids.older });
    const mine = commentOn(ids.newest);
    const from = await studio.post(token, 'add-comment', { ...mine, name: 'Ines' });
    const other = await studio.post(token, 'add-comment', { ...commentOn(ids.newest), name: 'Olu' });
    for (const commentId of [theirs.id, hidden.id, mine.commentId]) {
      const edit = { commentId, fileId: ids.newest, version: '1', content: 'Mine now.' };
      expect(await studio.post(token, 'edit-comment', edit, other), commentId).toMatchObject({ status: 404 });
      expect(await studio.post(token, 'mark-comment-done', edit, other)).toMatchObject({ status: 404 });
    }
    const reply = { ...commentOn(ids.newest), replyTo: hidden.id };
    expect(await studio.post(token, 'reply-to-comment', reply, from)).toMatchObject({ status: 404 });
    expect(await studio.post(token, 'add-comment', commentOn(ids.older), from)).toMatchObject({
      status: 404,
    });
  });

  test('shows guests the names of people who write there, and no others', async () => {
    const studio = await start();
    const { ids, db, services, client, projectId } = studio;
    const content = '@Ada Brandt, please. @Runa Vestergaard';
    await addComment(db, services, client, {
      id: randomUUID(),
      projectId,
      fileId: ids.newest,
      atMs: 0,
      content,
    });
    const [talking, silent] = [await studio.link(), await studio.link({ mayComment: false })];
    const page = await pageOf(studio, talking.token);
    expect(page.page.recording?.comments.map((comment) => comment.content)).toEqual([
      `${words.guest.somebody}, please. @Runa Vestergaard`,
    ]);
    expect(JSON.stringify(page.page.recording?.comments)).not.toContain('Ada');
    expect((await pageOf(studio, silent.token)).page.recording?.comments).toEqual([]);
  });
});

describeOnOneDatabase('a link that nobody has used', (open) => {
  test('deletes an ended link after the retention period of guests, and never an open one', async () => {
    const studio = await makeGuestStudio((await open()).db);
    const [lasting, revoked] = [await studio.link({ days: 365 }), await studio.link({ days: 365 })];
    const revokedAt = studio.time.now;
    await studio.db.update(listeningLinks).set({ revokedAt }).where(eq(listeningLinks.id, revoked.id));
    const left = async (days: number) => {
      later(studio, days * dayMs);
      await pruneVisits(studio.db, studio.time.now);
      return (await studio.db.select().from(listeningLinks)).map(({ id }) => id).toSorted();
    };
    expect(await left(visitDays)).toEqual([lasting.id, revoked.id].toSorted());
    expect(await left(1)).toEqual([lasting.id]);
  });
});
