import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { uploadPlaceOf } from '#src/features/files/uploads/upload-store.ts';
import type { Config } from '#src/platform/config/config.ts';
import { DatabaseInUseError } from '#src/platform/database/database.ts';
import { wasMoved } from '#src/platform/database/moved-database.ts';
import { lockDataDir } from '#src/platform/database/open-embedded.ts';
import { freeBytesOf } from '#src/platform/disk-room.ts';
import { BackupRefusal, type Head } from './archive-format.ts';

/** Which settings differ from the installation where the backup was made. */
export type ChangedSettings = { readonly secret: boolean; readonly address: boolean };

export const changedSettings = (
  head: Pick<Head, 'secretMark' | 'address'>,
  here: { readonly secretMark: string | null; readonly address: string | null },
): ChangedSettings => ({
  secret: head.secretMark !== here.secretMark,
  address: head.address !== here.address,
});

const ofAddress = (address: string | null) => address ?? 'none, a sample studio';

/** Throws if SECRET or PUBLIC_URL is not the archive's, unless `isMoved` confirms that this is intended. */
export function requireSameInstallation(
  head: Pick<Head, 'secretMark' | 'address'>,
  here: { readonly secretMark: string | null; readonly address: string | null; readonly isMoved: boolean },
): void {
  const { secret, address } = changedSettings(head, here);
  if (here.isMoved || (!secret && !address)) return;
  const reasons = [
    ...(secret ? ['SECRET (or DATA_DIR/secret) is not the one that the backup was made with.'] : []),
    ...(address
      ? [`PUBLIC_URL is ${ofAddress(here.address)}; in the backup it is ${ofAddress(head.address)}.`]
      : []),
  ];
  throw new BackupRefusal(
    [
      ...reasons,
      'Set what was there before, or say with --moved that this is meant: it then says what no longer works.',
    ].join('\n'),
  );
}

const withoutSecret = [
  'With another SECRET:',
  '  Calendars that hosts have added cannot be opened: each host adds theirs again under "Hours and calendars".',
  '  The addresses of calendars that hosts subscribed to have changed: they subscribe again.',
  '  Listening links, and links to calls and chats, that were sent go on working. The addresses of these listening links are not shown',
  '  any more, and later mails about these calls and chats hold links that open nothing.',
  '  Visitors are no longer recognised by their cookies.',
  '  New receipts of approvals are signed with a new key. Earlier ones stay valid with the earlier public key.',
];

const withoutAddress = [
  'With another address:',
  '  Links in mails that were sent lead to the old one. Let it redirect to the new one, with the same path.',
  '  Passkeys belong to the host of the old one. Members of the team who have one get in with:',
  '  npm run team:invite -- name@studio.example --without-passkeys',
];

/** Returns the consequences of changed settings, as lines to print. */
export const linesOfChanges = ({ secret, address }: ChangedSettings): readonly string[] => [
  ...(secret ? withoutSecret : []),
  ...(address ? withoutAddress : []),
];

const draftOf = (dataDir: string) => join(dataDir, 'restore.part');

const anotherFolder = (dataDir: string) =>
  `A restore needs an empty place. Stop the server, move the folder away (mv ${dataDir} ${dataDir}-before), and run this again.`;

/** Removes an empty folder, so that another one can replace it. */
async function removeEmpty(folder: string, dataDir: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === 'ENOTEMPTY' || code === 'EEXIST')
      throw new BackupRefusal(`There are files in ${folder}. ${anotherFolder(dataDir)}`);
    throw new BackupRefusal(
      `${folder} must be a plain folder of ${dataDir}, neither a link nor a disk of its own.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Creates the staging folder of a restore. Throws if there is an installation already, or not enough space for so many
 * bytes.
 */
async function makeDraft(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>,
  bytes: number,
): Promise<string> {
  const { dataDir, databaseUrl, bucket } = config;
  if (databaseUrl === null && (existsSync(join(dataDir, 'database')) || wasMoved(dataDir)))
    throw new BackupRefusal(`There is an installation in ${dataDir}. ${anotherFolder(dataDir)}`);
  const uploads = await readdir(join(dataDir, 'uploads')).catch(() => []);
  if (uploads.length > 0)
    throw new BackupRefusal(`There are uploads in ${dataDir}. ${anotherFolder(dataDir)}`);
  const draft = draftOf(dataDir);
  // Left by an interrupted restore: one that is still running holds the lock.
  await rm(draft, { recursive: true, force: true });
  if (bucket && !(await fileStoreOf(config).isEmpty()))
    throw new BackupRefusal(
      'There are files in the bucket of FILES_URL. A restore needs an empty one: name another, or empty it.',
    );
  if (bucket && (await uploadPlaceOf(config).list()).length > 0)
    throw new BackupRefusal(
      'There are unfinished uploads in the bucket of FILES_URL. A restore needs an empty one: name another, or empty it.',
    );
  await removeEmpty(join(dataDir, 'files'), dataDir);
  const free = await freeBytesOf(dataDir);
  if (free < bytes + 256_000_000)
    throw new BackupRefusal(
      `${Math.ceil((bytes + 256_000_000) / 1e6)} MB are needed in ${dataDir}, and ${Math.floor(free / 1e6)} MB are free.`,
    );
  await mkdir(draft, { mode: 0o700 });
  return draft;
}

/**
 * Runs `work` with a staging folder in DATA_DIR, which is removed afterwards. Holds the lock of DATA_DIR, so that
 * neither a server with the embedded database nor another restore runs there. Throws if there is an installation
 * already, or not enough space for so many bytes.
 */
export async function withDraft<T>(
  place: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>,
  bytes: number,
  work: (draft: string) => Promise<T>,
): Promise<T> {
  const lock = await lockDataDir(place.dataDir).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUseError)) throw error;
    throw new BackupRefusal(
      `A server runs in ${place.dataDir}, or another restore. ${anotherFolder(place.dataDir)}`,
    );
  });
  try {
    const draft = await makeDraft(place, bytes);
    try {
      return await work(draft);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** Copies staged files into a store outside the data directory; returns a function that removes them again. */
export async function sendFiles(store: FileStore, draft: string): Promise<() => Promise<void>> {
  const drafts = createFileFolder(draft);
  const sent: string[] = [];
  const takeAway = async () => {
    for (const key of sent) await store.remove(key);
  };
  try {
    for (const key of await readdir(join(draft, 'files'))) {
      const file = await drafts.open(key);
      if (!file) throw new Error(`The draft of files/${key} is gone`);
      sent.push(key);
      try {
        await store.put(key, file.pieces());
      } finally {
        await file.close();
      }
    }
    return takeAway;
  } catch (error) {
    await takeAway().catch(() => undefined);
    throw error;
  }
}
