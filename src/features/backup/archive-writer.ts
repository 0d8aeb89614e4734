import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { createTarPacker } from 'modern-tar';
import { manifestName, type EntrySum, type Manifest } from './archive-format.ts';

const readBytes = 1024 * 1024;

export type ArchiveWriter = {
  /** The archive's bytes, as fast as they are read. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly addText: (name: string, text: string) => Promise<EntrySum>;
  /** Adds as much of a file as it has now. */
  readonly addFile: (name: string, handle: FileHandle) => Promise<EntrySum>;
  /** Adds the manifest and ends the archive. */
  readonly finish: (known: Omit<Manifest, 'entries'>) => Promise<void>;
  /** Ends the stream with this error, so that nobody takes it for whole. */
  readonly fail: (error: unknown) => void;
};

/** The first `size` bytes of a file, in pieces of their own. */
async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(readBytes, size - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** An archive in tar's pax form, which every tar reads, made as it is written; sums are kept of all that goes in. */
export function createArchive(madeAt: Date): ArchiveWriter {
  const { readable, controller } = createTarPacker();
  const entries: Record<string, EntrySum> = {};
  const add = async (
    name: string,
    size: number,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => {
    const hash = createHash('sha256');
    const writer = controller.add({ name, size, mode: 0o600, mtime: madeAt, type: 'file' }).getWriter();
    for await (const piece of pieces) {
      hash.update(piece);
      await writer.write(piece);
    }
    await writer.close();
    return { bytes: size, sha256: hash.digest('hex') };
  };
  const addText = async (name: string, text: string) => {
    const bytes = Buffer.from(text);
    return (entries[name] = await add(name, bytes.length, [bytes]));
  };
  return {
    stream: readable,
    addText,
    async addFile(name, handle) {
      const { size } = await handle.stat();
      return (entries[name] = await add(name, size, piecesOf(handle, size)));
    },
    async finish(known) {
      const manifest: Manifest = { ...known, entries: { ...entries } };
      await addText(manifestName, JSON.stringify(manifest, null, 1));
      controller.finalize();
    },
    fail: (error) => controller.error(error),
  };
}
