import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { BackupRefusal, type EntrySum } from './archive-format.ts';

/** Head, manifest and pieces of rows are read whole; none of ours comes near. */
const longestText = 512 * 1024 * 1024;

export type ArchiveEntry = {
  readonly name: string;
  readonly size: number;
  /** Reads it whole, once. */
  readonly text: () => Promise<{ readonly text: string; readonly sum: EntrySum }>;
  /** Hands on its bytes as they come, once. */
  readonly copy: (write: (piece: Uint8Array) => Promise<unknown>) => Promise<EntrySum>;
};

const faultOf = (error: unknown) =>
  error instanceof BackupRefusal
    ? error
    : new BackupRefusal('The archive is cut off, altered, or none of ours.', { cause: error });

async function copy(
  { body }: ParsedTarEntry,
  write: (piece: Uint8Array) => Promise<unknown>,
): Promise<EntrySum> {
  const hash = createHash('sha256');
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw faultOf(error);
    });
    if (done) return { bytes, sha256: hash.digest('hex') };
    hash.update(value);
    bytes += value.length;
    await write(value);
  }
}

function entryOf(entry: ParsedTarEntry): ArchiveEntry {
  const { name, size } = entry.header;
  return {
    name,
    size,
    copy: (write) => copy(entry, write),
    async text() {
      if (size > longestText) throw new BackupRefusal(`The archive's ${name} is too long.`);
      const pieces: Uint8Array[] = [];
      const sum = await copy(entry, async (piece) => pieces.push(piece));
      return { text: Buffer.concat(pieces).toString('utf8'), sum };
    },
  };
}

/**
 * The files of an archive, in their order; each is read before the next is asked for. Throws where the archive is cut off,
 * holds anything but files, or is none.
 */
export async function* readArchive(source: Readable): AsyncGenerator<ArchiveEntry> {
  // Not Readable.toWeb, which throws out of reach where it is given up while bytes come.
  const bytes = WebStream.from<Uint8Array>(source) as ReadableStream<Uint8Array>;
  const reader = bytes.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw faultOf(error);
      });
      if (done) return;
      if (value.header.type !== 'file') throw new BackupRefusal('The archive holds more than files.');
      yield entryOf(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
