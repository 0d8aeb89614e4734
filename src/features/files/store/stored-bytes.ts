import { randomBytes } from 'node:crypto';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import type { FileKind } from './file.table.ts';

/** Stored bytes and their properties. */
export type StoredBytes = {
  readonly storageKey: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  readonly mediaType: string;
};

/**
 * The bytes to store: in memory; in a file that is moved; in a file that also stays under its own name (`isKept`); or
 * in pieces that can be read once.
 */
export type Source =
  | { readonly bytes: Uint8Array }
  | { readonly path: string; readonly isKept?: boolean }
  | { readonly pieces: AsyncIterable<Uint8Array> };

/**
 * The store of the bytes of all files, under random keys of 32 hexadecimal digits. Every method throws for any other
 * key.
 */
export type FileStore = {
  /**
   * Stores bytes under a new key. Only the extension of `name` is used, for the file's type. The bytes are durable when
   * this returns; a failure leaves none.
   */
  readonly store: (source: Source, name: string) => Promise<StoredBytes>;
  /** Stores bytes under the key that they have in another store. A failure leaves none. */
  readonly put: (storageKey: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Gives stored bytes a second key; null if they do not exist. */
  readonly link: (storageKey: string) => Promise<string | null>;
  /**
   * Opens stored bytes; null if they do not exist, an error if the store is unavailable. The caller closes the file.
   */
  readonly open: (storageKey: string) => Promise<ReadableFile | null>;
  /** Returns the size of stored bytes; null if they do not exist. */
  readonly sizeOf: (storageKey: string) => Promise<number | null>;
  /** Removes stored bytes, if they exist. */
  readonly remove: (storageKey: string) => Promise<void>;
  /** The path of the bytes on this machine's disk; null if they are not stored on a disk. */
  readonly pathOf: (storageKey: string) => string | null;
  readonly isEmpty: () => Promise<boolean>;
  /** Lists the keys of all stored bytes. */
  readonly list: () => AsyncGenerator<string>;
  /** A text stored next to the files, for maintenance; null if there is none. */
  readonly readNote: () => Promise<string | null>;
  readonly writeNote: (text: string) => Promise<void>;
  /** Aborts incomplete writes older than a week (by the store's clock); returns how many. */
  readonly endBroken: () => Promise<number>;
  /** Creates the store at the first start, if it is a folder. */
  readonly prepare: () => Promise<void>;
  /** Throws if the store is unavailable. */
  readonly requireThere: () => Promise<void>;
};

/** The short form of a hash for the log, which removes any text as long as a whole one. */
export const shortHashOf = (sha256: string): string => sha256.slice(0, 16);

/** Throws for an invalid key. */
export function requireKey(storageKey: string): void {
  if (!isStorageKey(storageKey)) throw new Error('This is no key of the file store');
}

/** True for a valid key: 32 hexadecimal digits. */
export const isStorageKey = (name: string): boolean => /^[\da-f]{32}$/.test(name);

/** Returns a random storage key. */
export const newStorageKey = (): string => randomBytes(16).toString('hex');
