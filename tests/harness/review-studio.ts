import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { copyReadyData } from './ready-data.ts';
import { followLink } from './sign-in.ts';
import { spawnServer, type ServerProcess } from './spawn-server.ts';
import { test as base } from './test.ts';

export interface PlacedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export interface ReviewStudio {
  readonly address: string;
  /** A project of the sample client with six seconds of sound and the tests' data. */
  readonly projectId: string;
  /** Playable sound; three versions of one mix, each waiting for approval. */
  readonly mixes: readonly PlacedFile[];
  /** Files with malicious names and bytes, in a project of their own. */
  readonly hostileProjectId: string;
  readonly hostile: readonly PlacedFile[];
  /** Six seconds of sound with 300 comments. */
  readonly crowded: { readonly projectId: string; readonly file: PlacedFile };
  /** Owned by another client. */
  readonly foreign: { readonly projectId: string; readonly file: PlacedFile };
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

const hum = (level: number) =>
  waveFileOf({ frames: 48_000, sample: (frame) => level * Math.sin((frame * 220 * 2 * Math.PI) / 8000) });

export const hostileNames = [
  '../../x',
  'שיר אחרון — מיקס.wav',
  `${'a'.repeat(996)}.wav`,
  '🎚️🎛️ mix 👩‍🎤.mp3',
  '<img src=x onerror=alert(1)>.txt',
  'evil\u202Egnp.svg',
  'page.html',
  '   ',
] as const;

const script = '<script>document.title = "ran"</script>';
const bytesOfHostile = (name: string) =>
  name.endsWith('.svg')
    ? Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)
    : name.endsWith('.wav')
      ? hum(0.4)
      : Buffer.from(`<!doctype html><title>file</title>${script}`);

async function placeFile(
  db: Db,
  dataDir: string,
  file: { projectId: string; name: string; bytes: Buffer; needsApproval: boolean },
): Promise<PlacedFile> {
  const { projectId, name, bytes, needsApproval } = file;
  const id = uuidv7();
  const stored = await createFileFolder(dataDir).store({ bytes }, name);
  const by = { uploadedByName: 'Ada Brandt', uploadedAt: new Date() };
  // As if it had been measured.
  const sound =
    stored.kind === 'audio' ? { durationMs: 6000, peaks: Buffer.alloc(400, 128).toString('base64') } : {};
  await db.insert(files).values({ id, projectId, name, needsApproval, ...stored, ...sound, ...by });
  return { id, name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function placeProject(db: Db, clientId: string, name: string): Promise<string> {
  const id = uuidv7();
  const at = new Date();
  const state = { status: 'review', progress: 82, createdAt: at, updatedAt: at } as const;
  await db.insert(projects).values({ id, clientId, name, description: 'Made for a test.', ...state });
  return id;
}

/** Writes the data of the tests to the sample studio, while no server uses its data. */
async function furnish(dataDir: string): Promise<Omit<ReviewStudio, 'address'>> {
  const onHung = () => {
    throw new Error('The database hangs');
  };
  const database = await openEmbedded(dataDir, { deadlineMs: 300_000, onHung });
  const { db } = database;
  try {
    const [runa] = await db
      .select({ id: clients.id })
      .from(clients)
      .where(eq(clients.name, 'Runa Vestergaard'));
    const [piet] = await db.select({ id: clients.id }).from(clients).where(eq(clients.name, 'Piet Marlowe'));
    if (!runa || !piet) throw new Error('The sample people are missing');
    const projectId = await placeProject(db, runa.id, 'Test of ears');
    const hostileProjectId = await placeProject(db, runa.id, '<b>שלום</b> \u202Eevil 🎚️');
    const mixes: PlacedFile[] = [];
    for (const number of [1, 2, 3]) {
      const mix = { projectId, name: `Ears_mix_v${number}.wav`, bytes: hum(number / 4), needsApproval: true };
      const placed = await placeFile(db, dataDir, mix);
      mixes.push(placed);
      const recordingId = mixes[0]?.id ?? '';
      await db.update(files).set({ recordingId, version: number }).where(eq(files.id, placed.id));
    }
    const hostile: PlacedFile[] = [];
    for (const name of hostileNames) {
      const file = { projectId: hostileProjectId, name, bytes: bytesOfHostile(name), needsApproval: true };
      hostile.push(await placeFile(db, dataDir, file));
    }
    const crowdedProjectId = await placeProject(db, runa.id, 'Many opinions');
    const talk = { projectId: crowdedProjectId, name: 'Talk.wav', bytes: hum(0.6), needsApproval: false };
    const crowded = { projectId: crowdedProjectId, file: await placeFile(db, dataDir, talk) };
    await db.insert(fileComments).values(
      Array.from({ length: 300 }, (_, index) => ({
        id: uuidv7(),
        fileId: crowded.file.id,
        authorName: 'Ada Brandt',
        sender: 'team' as const,
        atMs: 20 * index,
        content: `Opinion ${index + 1}`,
        madeAt: new Date(),
      })),
    );
    const strange = await placeProject(db, piet.id, 'Not yours');
    const secret = { projectId: strange, name: 'secret.wav', bytes: hum(0.1), needsApproval: true };
    const file = await placeFile(db, dataDir, secret);
    return { projectId, mixes, hostileProjectId, hostile, crowded, foreign: { projectId: strange, file } };
  } finally {
    await database.close();
  }
}

async function start(dataDir: string): Promise<{ server: ServerProcess; printed: string }> {
  const server = spawnServer({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  return { server, printed: await server.says('Data ') };
}

async function stop({ process: child, exited }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  await exited;
}

interface WorkerFixtures {
  readonly reviewServer: ReviewStudio & { readonly clientLink: string };
  /** The cookies of the signed-in sample client. */
  readonly clientState: StorageState;
}

/** Tests of a project's page, in the browser of the sample client. */
export const test = base.extend<{ studio: ReviewStudio }, WorkerFixtures>({
  reviewServer: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'antinode-review-'));
      const dataDir = join(folder, 'data');
      copyReadyData(dataDir);
      const furnished = await furnish(dataDir);
      const { server, printed } = await start(dataDir);
      const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
      await use({ ...furnished, address: lineOf('Site'), clientLink: lineOf('Client portal') });
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  clientState: [
    async ({ reviewServer, browser }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await followLink(page, reviewServer.clientLink);
      await page.waitForURL(/\/portal$/);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: async ({ clientState }, use) => use(clientState),
  studio: async ({ reviewServer }, use) => use(reviewServer),
  baseURL: async ({ reviewServer }, use) => use(reviewServer.address),
});
