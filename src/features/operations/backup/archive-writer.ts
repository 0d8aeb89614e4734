import { createHash } from 'node:crypto';
import { createTarPacker } from 'modern-tar';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import { manifestName, type EntrySum, type Manifest } from './archive-format.ts';

export type ArchiveWriter = {
  /** The archive's bytes, as fast as they are read. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly addText: (name: string, text: string) => Promise<EntrySum>;
  readonly addFile: (name: string, file: ReadableFile) => Promise<EntrySum>;
  /** Adds the manifest and ends the archive. */
  readonly finish: (known: Omit<Manifest, 'entries'>) => Promise<void>;
  /** Ends the stream with this error, so that it is not taken for a whole archive. */
  readonly fail: (error: unknown) => void;
};

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
    async addFile(name, file) {
      return (entries[name] = await add(name, file.sizeBytes, file.pieces()));
    },
    async finish(known) {
      const manifest: Manifest = { ...known, entries: { ...entries } };
      await addText(manifestName, JSON.stringify(manifest, null, 1));
      controller.finalize();
    },
    fail: (error) => controller.error(error),
  };
}
