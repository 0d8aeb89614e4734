import type { FileHandle } from 'node:fs/promises';

const pieceBytes = 256 * 1024;

/** The bytes of an open file, wherever they are stored. The caller that opened it closes it. */
export type ReadableFile = {
  readonly sizeBytes: number;
  /** A part of it, or all, in pieces, each read when it is asked for. Fails where the file is shorter than it was. */
  readonly pieces: (first?: number, length?: number) => AsyncGenerator<Buffer<ArrayBuffer>>;
  /** A few bytes; fewer where the file ends. */
  readonly read: (at: number, length: number) => Promise<Buffer<ArrayBuffer>>;
  readonly close: () => Promise<void>;
};

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** A file on the disk, of which as many bytes are read as it has now. Closing it closes the handle. */
export async function readableFileOf(handle: FileHandle): Promise<ReadableFile> {
  const { size: sizeBytes } = await handle.stat();
  return {
    sizeBytes,
    async *pieces(first = 0, length = sizeBytes - first) {
      for (let at = first; at < first + length;) {
        const piece = await readAt(handle, at, Math.min(pieceBytes, first + length - at));
        if (piece.length === 0) throw new Error('The file is shorter than it was');
        at += piece.length;
        yield piece;
      }
    },
    read: (at, length) => readAt(handle, at, length),
    close: () => handle.close(),
  };
}

/** All bytes of a small file, which is closed. */
export async function readAndClose(file: ReadableFile): Promise<Buffer> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of file.pieces()) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await file.close();
  }
}
