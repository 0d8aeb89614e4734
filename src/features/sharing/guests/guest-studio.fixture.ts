import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { linkPathOf, linkTokenOf } from '../links/open-link.ts';
import { createLink, type NewLink } from '../links/create-link.ts';
import { plainLink } from '../links/plain-link.fixture.ts';
import { createProject } from '#src/features/projects/projects.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { addFile } from '#src/features/files/files.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { placeVersion } from '#src/features/review/versions/change-version.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { Db } from '#src/platform/database/database.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import type { GuestRequest } from './enter-link.ts';
import { openGuestPage } from './open-guest-page.ts';
import { answerHeard, serveArchiveToGuest, serveToGuest, type Served } from './serve-to-guest.ts';

const secret = 'a secret of the tests';
export const password = 'low tide at seven';

/** The cookie, address and browser of a guest's request. */
type From = { readonly cookie?: string; readonly address?: string; readonly userAgent?: string };

const sampleOf = (bytes: number) => waveFileOf({ frames: 100, sample: (frame) => (frame % bytes) / 50 });

/** Stores a file with sound, or a text, in a project. */
async function store(
  db: Db,
  dataDir: string,
  by: Parameters<typeof addFile>[2],
  file: { projectId: string; name: string; bytes: Buffer },
) {
  const { projectId, name, bytes } = file;
  const stored = await createFileFolder(dataDir).store({ bytes }, name);
  const added = await db.transaction((tx) =>
    addFile(tx, testServices(), by, { projectId, name, needsApproval: false, stored }),
  );
  if (!added.ok) throw new Error(added.reason);
  await db
    .update(files)
    .set({ durationMs: 24_000, peaks: Buffer.alloc(400, 128).toString('base64') })
    .where(eq(files.id, added.fileId));
  return added.fileId;
}

/**
 * Creates a project with a recording in two versions, another recording and a text, and a project of another client
 * with a recording.
 */
async function makeFiles(db: Db, dataDir: string) {
  const made = await makeTestProject(db);
  const { projectId, team } = made;
  const other = await makePerson(db, 'client', 'Sable Okafor');
  const about = { clientId: other.clientId, name: 'Saltworks', description: '' };
  const created = await db.transaction((tx) => createProject(tx, testServices(), team, about));
  if (!created.ok) throw new Error(created.reason);
  const add = (name: string, bytes: Buffer, to = projectId) =>
    store(db, dataDir, team, { projectId: to, name, bytes });
  const older = await add('Tidewater_mix_v1.wav', sampleOf(3));
  const newest = await add('Tidewater_mix_v2.wav', sampleOf(5));
  await db.transaction((tx) =>
    placeVersion(tx, testServices(), team, { projectId, fileId: newest, recordingId: older }),
  );
  const peaks = await createFileFolder(dataDir).store({ bytes: Buffer.from('peaks') }, 'peaks');
  const figure = await createFileFolder(dataDir).store({ bytes: Buffer.from('M10 10h80') }, 'figure');
  const ids = {
    older,
    newest,
    single: await add('Gulls.wav', sampleOf(7)),
    text: await add('Cues.txt', Buffer.from('a text')),
    foreign: await add('Saltworks.wav', sampleOf(11), created.projectId),
    none: randomUUID(),
  };
  await db
    .update(soundMeasurements)
    .set({ artefacts: { peaks: peaks.storageKey, figure: figure.storageKey } });
  return { ...made, other, ids };
}

export type FileName = keyof Awaited<ReturnType<typeof makeFiles>>['ids'];

/** Returns the cookie that a guest's browser stores from a response. */
const keptOf = (setCookie: string | null) => setCookie?.split(';', 1)[0] ?? '';

const addressOf = (token: string, rest = '') => new URL(`https://studio.example${linkPathOf(token)}${rest}`);

/** Sends the requests of guests. */
const requestsTo =
  (services: Services) =>
  (
    url: URL,
    params: GuestRequest['params'],
    { cookie = '', address = '192.0.2.1', userAgent = 'Firefox/145.0 Windows' }: From,
    init: RequestInit = {},
  ): GuestRequest => ({
    request: new Request(url, { ...init, headers: { cookie, 'user-agent': userAgent, ...init.headers } }),
    url,
    params,
    locals: { services, session: null, client: { address, isHttps: true } },
  });

/** How a link differs from the usual one, which shows all comments. */
type LinkChange = Partial<NewLink> & {
  /** Its only title. */
  readonly fileId?: string | null;
  readonly recordingId?: string | null;
  readonly days?: number;
};

/** Returns the entry of a link to one file or recording; none for a link to the project. */
const entriesFor = (fileId: string | null = null, recordingId: string | null = null) =>
  fileId === null && recordingId === null ? [] : [{ fileId, recordingId, title: null }];

/** Creates the services of a studio with an adjustable clock. */
function makeServices(db: Db, dataDir: string) {
  const time = { now: testNow };
  const clock = { now: () => time.now };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const { jobs } = testServices();
  const rateLimiter = createRateLimiter({ clock, secret, log });
  const config = { dataDir, publicUrl: null };
  return { time, services: { db, clock, jobs, log, secret, rateLimiter, config } as unknown as Services };
}

/** Creates a studio with these files and an adjustable clock, and the requests of guests. */
export async function makeGuestStudio(db: Db) {
  const dataDir = makeTestFolder();
  const made = await makeFiles(db, dataDir);
  const { time, services } = makeServices(db, dataDir);
  const askedOf = requestsTo(services);
  const begin = (token: string, fileId: string, what: Served, from: From = {}) =>
    serveToGuest(askedOf(addressOf(token, `/files/${fileId}/${what}`), { token, id: fileId }, from), what);
  return {
    ...made,
    db,
    services,
    time,
    /** Creates a link; returns its id and token. */
    async link({ fileId, recordingId, days = 14, ...change }: LinkChange = {}, by = made.team) {
      const id = randomUUID();
      const entries = entriesFor(fileId, recordingId);
      const outcome = await createLink(services, by, {
        id,
        projectId: made.projectId,
        ...plainLink,
        showsAllComments: true,
        expiresAt: new Date(time.now.getTime() + days * dayMs),
        entries,
        coversProject: (change.entries ?? entries).length === 0,
        ...change,
      });
      if (!outcome.ok) throw new Error(outcome.reason);
      return { id, token: linkTokenOf(secret, id) };
    },
    /** Requests a file without reading the response. */
    begin,
    /** Requests a file and reads the response to its end, which closes the file. */
    async get(...asked: Parameters<typeof begin>) {
      const answer = await begin(...asked);
      return new Response(await answer.arrayBuffer(), answer);
    },
    page(token: string, { file, init = {}, ...from }: From & { file?: string; init?: RequestInit } = {}) {
      const url = addressOf(token, file === undefined ? '' : `?file=${file}`);
      return openGuestPage(askedOf(url, { token }, from, init));
    },
    /** Requests all files of a link as an archive. */
    archive: (token: string, from: From = {}) =>
      serveArchiveToGuest(askedOf(addressOf(token, '/files.zip'), { token }, from)),
    /** Reports what was played of a file; returns the status. */
    async heard(token: string, fileId: string, fields: Record<string, string>, from: From = {}) {
      const init = { method: 'POST', body: new URLSearchParams(fields) };
      const url = addressOf(token, `/files/${fileId}/heard`);
      return (await answerHeard(askedOf(url, { token, id: fileId }, from, init))).status;
    },
    /** Posts a form as the script does; returns status, error and cookie. */
    async post(token: string, action: string, fields: Record<string, string>, from: From = {}) {
      const asked = askedOf(addressOf(token, `?do=${action}`), { token }, from, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(fields),
      });
      const answer = await openGuestPage(asked);
      if (!(answer instanceof Response)) throw new Error('Expected a response, got a page');
      const { error = null } = (await answer.json()) as { error?: string };
      return { status: answer.status, error, cookie: keptOf(answer.headers.get('set-cookie')) };
    },
  };
}

export type GuestStudio = Awaited<ReturnType<typeof makeGuestStudio>>;
