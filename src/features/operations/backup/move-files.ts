import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import { BackupRefusal } from './archive-format.ts';
import type { NamedFile } from './list-stored-files.ts';

/** How many files are under way at once: most are small, and each waits for answers. */
const atOnce = 4;

/** The keys that an earlier run has moved and checked, so that a later one need not. */
export type MoveJournal = {
  readonly keys: ReadonlySet<string>;
  readonly add: (key: string) => void;
};

/** The journal that is kept in a file of the data directory: a key a line, and one that was cut off counts as none. */
export function openJournal(path: string): MoveJournal {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const keys = new Set(lines.filter((line) => /^[\da-f]{32}$/.test(line)));
  return {
    keys,
    add(key) {
      keys.add(key);
      // A line that was cut off by a kill is ended, too.
      appendFileSync(path, `\n${key}\n`);
    },
  };
}

export type MoveReport = {
  moved: number;
  movedBytes: number;
  /** Were there, as an earlier run has checked. */
  already: number;
  /** Were put there by an earlier run; no row names them any more, and where they came from they are gone. */
  removed: number;
  /** Keys of bytes that are in neither store. */
  readonly missing: string[];
  /** Keys of bytes that are others than were stored; they are moved as they are. */
  readonly damaged: string[];
};

export type Move = {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Everything that the database names. */
  readonly files: readonly NamedFile[];
  readonly journal: MoveJournal;
  /** Throws where the target has no room for so many bytes. */
  readonly requireRoom: (bytes: number) => void;
  readonly say: (report: MoveReport) => void;
};

async function hashOf(file: ReadableFile): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of file.pieces()) hash.update(piece);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Sends a file to the other store; returns the hash of what was read. */
async function send({ to, requireRoom }: Move, key: string, file: ReadableFile): Promise<string> {
  requireRoom(file.sizeBytes);
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const piece of file.pieces()) {
      hash.update(piece);
      yield piece;
    }
  };
  try {
    await to.put(key, hashed());
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

async function moveOne(move: Move, { key, sha256 }: NamedFile, report: MoveReport): Promise<void> {
  const { from, to, journal } = move;
  const there = await to.sizeOf(key);
  if (there !== null && journal.keys.has(key)) {
    report.already += 1;
    return;
  }
  const file = await from.open(key);
  if (!file) {
    if (there === null) report.missing.push(key);
    else report.already += 1;
    return;
  }
  const { sizeBytes } = file;
  const sent = await send(move, key, file);
  const arrived = await to.open(key);
  if (!arrived || (await hashOf(arrived)) !== sent) {
    await to.remove(key);
    throw new BackupRefusal(
      `files/${key} did not arrive as it was sent. It was removed there; run this again.`,
    );
  }
  if (sha256 !== null && sha256 !== sent) report.damaged.push(key);
  journal.add(key);
  report.moved += 1;
  report.movedBytes += sizeBytes;
  move.say(report);
}

/**
 * Removes what an earlier run has moved, and what is neither named nor in the other store any more. Where the database names nothing, or that
 * store is empty, one of them is most likely another installation's: then nothing is.
 */
async function removeAgain({ from, to, files, journal }: Move, report: MoveReport): Promise<void> {
  if (files.length === 0 || (await from.isEmpty())) return;
  const named = new Set(files.map(({ key }) => key));
  for (const key of journal.keys) {
    if (named.has(key) || (await from.sizeOf(key)) !== null || (await to.sizeOf(key)) === null) continue;
    await to.remove(key);
    report.removed += 1;
  }
}

/**
 * Copies every file that the database names from one store to the other, reads each again there and compares hashes; the originals
 * stay. It may be run again, after it was killed or while the server adds files: what arrived is not sent again, and what was removed
 * since is removed there, too.
 */
export async function moveFiles(move: Move): Promise<MoveReport> {
  const { files } = move;
  const report: MoveReport = { moved: 0, movedBytes: 0, already: 0, removed: 0, missing: [], damaged: [] };
  const waiting = files.values();
  const work = async () => {
    for (const file of waiting) await moveOne(move, file, report);
  };
  // One that fails ends the others before it is told.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  await removeAgain(move, report);
  return report;
}
