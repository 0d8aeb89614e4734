import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { revokeLink } from '../links/edit-link.ts';
import { listeningGuests, listeningLinks } from '../links/listening.table.ts';
import { placeVersion } from '#src/features/review/versions/change-version.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeGuestStudio, password, type FileName, type GuestStudio } from './guest-studio.fixture.ts';

const targets = ['project', 'recording', 'version'] as const;
const options = [
  { mayComment: true, mayDownload: true },
  { mayComment: false, mayDownload: false },
] as const;
const locks = ['no password', 'password given', 'password not given'] as const;
const states = ['open', 'revoked', 'expired', 'its maker disabled'] as const;
const fileNames = ['older', 'newest', 'single', 'text', 'foreign', 'none'] as const;
const deeds = ['listen', 'download', 'peaks', 'figure.svg', 'figure.png', 'page', 'comment'] as const;

/** The files that each target covers. */
const covered: Readonly<Record<(typeof targets)[number], readonly FileName[]>> = {
  project: ['older', 'newest', 'single'],
  recording: ['newest'],
  version: ['older'],
};

type Case = {
  readonly target: (typeof targets)[number];
  readonly option: (typeof options)[number];
  readonly lock: (typeof locks)[number];
  readonly state: (typeof states)[number];
  readonly file: FileName;
  readonly deed: (typeof deeds)[number];
};

function expectedOf({ target, option, lock, state, file, deed }: Case): number {
  if (state !== 'open') return 404;
  // Without the password every page request shows the password form.
  if (lock === 'password not given') return deed === 'page' ? 200 : 404;
  // A page request is redirected to what the link covers.
  if (!covered[target].includes(file)) return deed === 'page' ? 303 : 404;
  if (deed === 'download') return option.mayDownload ? 200 : 404;
  if (deed === 'comment') return option.mayComment ? 200 : 404;
  return 200;
}

/** Requests the link of some cases, in a browser that entered the password if it was right. */
async function enter(studio: GuestStudio, { target, option, lock }: Omit<Case, 'state' | 'file' | 'deed'>) {
  const { ids } = studio;
  const link = await studio.link({
    ...option,
    recordingId: target === 'recording' ? ids.older : null,
    fileId: target === 'version' ? ids.older : null,
    password: lock === 'no password' ? null : password,
  });
  const unlocked =
    lock === 'password given' ? await studio.post(link.token, 'unlock', { password }) : { cookie: '' };
  return { ...link, cookie: unlocked.cookie };
}

async function statusOf(
  studio: GuestStudio,
  { token, cookie }: { token: string; cookie: string },
  { file, deed }: Case,
) {
  const fileId = studio.ids[file];
  if (deed === 'comment') {
    const text = { content: 'Lower the gulls.', name: 'Ines' };
    const comment = { commentId: randomUUID(), fileId, at: '0:01', until: '', ...text };
    return (await studio.post(token, 'add-comment', comment, { cookie })).status;
  }
  if (deed !== 'page') return (await studio.get(token, fileId, deed, { cookie })).status;
  const page = await studio.page(token, { cookie, file: fileId });
  return page.status;
}

/** Puts an open link into a state. Returns a function that undoes it. */
async function bring(studio: GuestStudio, id: string, state: Case['state']) {
  const { services, team, projectId, db, time } = studio;
  if (state === 'revoked') {
    await revokeLink(services, team, { projectId, linkId: id });
    return () => db.update(listeningLinks).set({ revokedAt: null }).where(eq(listeningLinks.id, id));
  }
  if (state === 'its maker disabled') {
    const setDisabled = (disabledAt: Date | null) =>
      db.update(people).set({ disabledAt }).where(eq(people.id, team.id));
    await setDisabled(time.now);
    return () => setDisabled(null);
  }
  const before = time.now;
  if (state === 'expired') time.now = new Date(before.getTime() + 14 * 86_400_000);
  return async () => void (time.now = before);
}

describeOnOneDatabase('a listening link', (open) => {
  test.each(targets)(
    'a link to a %s opens only that, to anyone who has it, while it is open',
    async (target) => {
      const studio = await makeGuestStudio((await open()).db);
      const faults: string[] = [];
      let cases = 0;
      for (const option of options)
        for (const lock of locks) {
          const link = await enter(studio, { target, option, lock });
          for (const state of states) {
            const undo = await bring(studio, link.id, state);
            // What an open link does not cover, no other state covers.
            for (const file of state === 'open' ? fileNames : covered[target])
              for (const deed of deeds) {
                const one = { target, option, lock, state, file, deed };
                const [status, expected] = [await statusOf(studio, link, one), expectedOf(one)];
                cases += 1;
                if (status !== expected) faults.push(`${JSON.stringify(one)}: ${status}, not ${expected}`);
              }
            await undo();
          }
        }
      expect(faults).toEqual([]);
      expect(cases).toBe(options.length * locks.length * (6 + 3 * covered[target].length) * deeds.length);
    },
  );
});

describeOnOneDatabase('a listening link', (open) => {
  test('answers an unknown, revoked or expired link alike, with headers that prevent caching', async () => {
    const studio = await makeGuestStudio((await open()).db);
    const [revoked, expired] = [await studio.link(), await studio.link({ days: 1 })];
    await bring(studio, revoked.id, 'revoked');
    studio.time.now = new Date(studio.time.now.getTime() + 86_400_000);
    const pages = await Promise.all(
      ['made-up', revoked.token, expired.token].map((token) => studio.page(token)),
    );
    expect(pages[0]).toMatchObject({ kind: 'ended', status: 404 });
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    const answers = await Promise.all(
      ['made-up', revoked.token, expired.token].map((token) =>
        studio.get(token, studio.ids.newest, 'listen'),
      ),
    );
    for (const { status, headers } of answers) {
      expect([status, headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
        404,
        'noindex, nofollow, noarchive',
        'private, no-store',
      ]);
    }
  });

  test('serves a recording’s figure, cached only by the guest’s browser, and not counted as listening', async () => {
    const studio = await makeGuestStudio((await open()).db);
    const { token } = await studio.link();
    for (const what of ['figure.svg', 'figure.png'] as const) {
      const { status, headers } = await studio.get(token, studio.ids.newest, what);
      expect([status, headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
        200,
        'noindex, nofollow, noarchive',
        'private, no-store',
      ]);
    }
    expect(await studio.db.select().from(listeningGuests)).toEqual([]);
  });

  test('follows the newest version of its recording, even if that becomes a version of another', async () => {
    const studio = await makeGuestStudio((await open()).db);
    const { ids, team, services, projectId, db } = studio;
    const { token } = await studio.link({ recordingId: ids.single });
    const heard = async () => {
      const page = await studio.page(token);
      return page instanceof Response || page.kind !== 'open' ? [] : page.page.files.map(({ id }) => id);
    };
    expect(await heard()).toEqual([ids.single]);
    const key = { projectId, fileId: ids.single, recordingId: ids.older };
    await db.transaction((tx) => placeVersion(tx, services, team, key));
    expect(await heard()).toEqual([ids.single]);
    // A visitor with the address of a replaced version is redirected; a live refresh reloads the page.
    const led = await studio.page(token, { file: ids.newest });
    expect([led.status, led instanceof Response && led.headers.get('location')]).toEqual([
      303,
      `/listen/${token}`,
    ]);
    const live = await studio.page(token, { file: ids.newest, init: { headers: { 'x-refresh': 'live' } } });
    expect(live.status).toBe(404);
    expect((await studio.get(token, ids.newest, 'listen')).status).toBe(404);
  });

  test('stops a sound that is loaded in parts at the next part once the link is revoked', async () => {
    const studio = await makeGuestStudio((await open()).db);
    const { id, token } = await studio.link();
    const part = () => studio.get(token, studio.ids.newest, 'listen');
    expect((await part()).status).toBe(200);
    await bring(studio, id, 'revoked');
    expect((await part()).status).toBe(404);
  });
});
