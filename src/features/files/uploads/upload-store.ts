import { mkdir } from 'node:fs/promises';
import type { Upload } from '@tus/server';
import { sql } from 'drizzle-orm';
import { openBucket } from '#src/platform/bucket/bucket.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leastFreeForUploads } from '#src/platform/disk-room.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { MetricGroup } from '#src/platform/metrics/metric-group.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { createUploadBucket } from './upload-bucket.ts';
import { createUploadFolder, uploadFolderOf } from './upload-folder.ts';
import { createUploadLocker, type UploadLocker } from './upload-locker.ts';
import { destinationNameOf, type AwaitedUpload, type UploadPlace } from './upload-place.ts';

/**
 * The largest file that can be uploaded, 20 GB: twelve hours of 5.1 at 96 kHz and 24 bit, or a day of a camera's
 * proxies.
 */
export const largestUploadBytes = 20_000_000_000;

/** After the start of a shutdown. Responses take up to three more seconds; unanswered requests are cut after ten. */
const giveWayAfterMs = 5000;

/** Shorter than common proxy timeouts. */
const longestWaitMs = 15_000;

/** Advisory lock held while space is reserved; ASCII for "room". */
const reservationLock = 0x72_6f_6f_6d;

export type UploadOutcome = Outcome<'project' | 'name'>;

/** The storage of incomplete uploads, with the locks and jobs of this process. */
export type UploadStore = UploadPlace & {
  readonly locker: UploadLocker;
  /** The complete uploads whose files are being created, by id. */
  readonly finishing: Map<string, Promise<UploadOutcome>>;
  /** How long a request waits for the file of its complete upload; the browser then polls. */
  readonly longestWaitMs: number;
};

// One store per process, so that two requests for the same upload share its lock.
const stores = new WeakMap<Services, UploadStore>();

/** The storage of uploads, with or without a server that accepts them. */
export const uploadPlaceOf = ({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): UploadPlace =>
  bucket ? createUploadBucket(openBucket(bucket)) : createUploadFolder(uploadFolderOf(dataDir));

/** The upload store of the running product; its folder is made at the first use. */
export async function uploadStoreOf(services: Services): Promise<UploadStore> {
  const known = stores.get(services);
  if (known) return known;
  const { config } = services;
  if (!config.bucket) await mkdir(uploadFolderOf(config.dataDir), { recursive: true, mode: 0o700 });
  const locker = await createUploadLocker(services);
  const made = { ...uploadPlaceOf(config), locker, finishing: new Map(), longestWaitMs };
  // A concurrent request may have been first.
  const first = stores.get(services);
  if (first) return first;
  stores.set(services, made);
  // An active request is answered with its offset and resumes at another process.
  const giveWay = () => void setTimeout(locker.giveWay, giveWayAfterMs).unref();
  services.stopping.addEventListener('abort', giveWay, { once: true });
  return made;
}

/** True if the disk has space for this many more bytes plus the reserve that uploads keep free. */
export async function hasRoomFor(
  { database }: Pick<Services, 'database'>,
  { freeBytes }: Pick<UploadStore, 'freeBytes'>,
  bytes: number,
): Promise<boolean> {
  return (await database.hasRoom()) && (await freeBytes()) - bytes >= leastFreeForUploads;
}

/** Reports the number of unfinished uploads as a metric. */
export const unfinishedUploads = (config: Pick<Config, 'dataDir' | 'bucket'>): MetricGroup => ({
  name: 'uploads',
  gauges: { uploads: { help: 'Uploads that have begun and are not complete.' } },
  // Counting costs a request to an object store.
  ...(config.bucket ? { freshMs: () => minuteMs } : {}),
  read: async () => ({ uploads: (await uploadPlaceOf(config).list()).length }),
});

/** The share of upload space that all clients together, and one person of a client, may reserve for unsent bytes. */
const shares = { clients: 1 / 2, person: 1 / 4 } as const;

/** True if one more client upload would exceed the clients' share; team uploads are not limited. */
async function isBeyondShare(
  { freeBytes }: Pick<UploadStore, 'freeBytes'>,
  awaited: readonly AwaitedUpload[],
  { size = 0, metadata }: Upload,
): Promise<boolean> {
  if (destinationNameOf(metadata) !== 'inbox') return false;
  const room = (await freeBytes()) - leastFreeForUploads;
  const keptBy = (isOne: (of: AwaitedUpload['metadata']) => boolean) =>
    awaited.reduce((sum, { bytes, metadata: of }) => sum + (isOne(of) ? bytes : 0), size);
  const ofClients = keptBy((of) => destinationNameOf(of) === 'inbox');
  const ofPerson = keptBy((of) => of?.['ownerId'] === metadata?.['ownerId']);
  return ofClients > room * shares.clients || ofPerson > room * shares.person;
}

/**
 * Reserves disk space for a new upload, in addition to the remaining bytes of unfinished ones. Refused if there is not
 * enough, or if `admit` refuses it in the same transaction. The space is reserved until the upload is complete,
 * cancelled or removed.
 */
export async function reserveRoom<Refused extends { readonly ok: false }>(
  { db, database }: Pick<Services, 'db' | 'database'>,
  store: UploadStore,
  upload: Upload,
  admit: (tx: Db) => Promise<{ readonly ok: true } | Refused>,
): Promise<Outcome<'room'> | Refused> {
  return db.transaction(async (tx) => {
    // One at a time across processes.
    await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`);
    const awaited = await store.listAwaited();
    const needed = awaited.reduce((sum, { bytes }) => sum + bytes, upload.size ?? 0);
    const hasRoom = await hasRoomFor({ database }, store, needed);
    if (!hasRoom || (await isBeyondShare(store, awaited, upload))) return { ok: false, reason: 'room' };
    const admitted = await admit(tx);
    if (admitted.ok) await store.note(upload);
    return admitted;
  });
}
