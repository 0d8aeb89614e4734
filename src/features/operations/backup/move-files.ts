import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import { BackupRefusal } from './archive-format.ts';
import type { NamedFile } from './list-stored-files.ts';

/** Files that are copied at once: most are small, so latency dominates. */
const atOnce = 4;

/** The keys that earlier runs have copied and verified. */
export type MoveJournal = {
  readonly keys: ReadonlySet<string>;
  readonly add: (key: string) => void;
};

/** Opens the journal in the data directory: one key per line; incomplete lines are ignored. */
export function openJournal(path: string): MoveJournal {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const keys = new Set(lines.filter((line) => /^[\da-f]{32}$/.test(line)));
  return {
    keys,
    add(key) {
      keys.add(key);
      // The leading line break ends a line that a kill cut off.
      appendFileSync(path, `\n${key}\n`);
    },
  };
}

export type MoveReport = {
  moved: number;
  movedBytes: number;
  /** Already copied and verified by an earlier run. */
  already: number;
  /** Copied by an earlier run, then removed from the database and the source. */
  removed: number;
  /** Keys of files in neither store. */
  readonly missing: string[];
  /** Keys of files whose content is not what was stored; they are copied unchanged. */
  readonly damaged: string[];
};

export type Move = {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Every file that the database refers to. */
  readonly files: readonly NamedFile[];
  readonly journal: MoveJournal;
  /** Throws if the target has not enough space for so many bytes. */
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

/** Copies a file to the other store; returns the hash of what was read. */
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
 * Removes files that an earlier run copied, that no row refers to any more and that have been removed from the source.
 * Removes nothing if the database refers to no files or the source is empty: one of them is probably another
 * installation's.
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
 * Copies every file that the database refers to from one store to the other, reads each again there and compares
 * hashes. The originals stay. It can be run again after it was killed, or while the server adds files: files that
 * arrived are not sent again, and files removed since are removed from the target, too.
 */
export async function moveFiles(move: Move): Promise<MoveReport> {
  const { files } = move;
  const report: MoveReport = { moved: 0, movedBytes: 0, already: 0, removed: 0, missing: [], damaged: [] };
  const waiting = files.values();
  const work = async () => {
    for (const file of waiting) await moveOne(move, file, report);
  };
  // Wait for all workers before reporting a failure.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  await removeAgain(move, report);
  return report;
}
