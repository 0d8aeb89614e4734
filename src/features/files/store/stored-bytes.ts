import { randomBytes } from 'node:crypto';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import type { FileKind } from './file.table.ts';

/** Bytes that are kept for good, and what is known of them. */
export type StoredBytes = {
  readonly storageKey: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  readonly mediaType: string;
};

/**
 * The bytes to store: in memory; in a file that is moved; in a file that also stays under its own name (`isKept`); or in pieces
 * that can be read once.
 */
export type Source =
  | { readonly bytes: Uint8Array }
  | { readonly path: string; readonly isKept?: boolean }
  | { readonly pieces: AsyncIterable<Uint8Array> };

/** The store of the bytes of all files, under random keys of 32 hexadecimal digits. Every method throws for any other key. */
export type FileStore = {
  /**
   * Keeps bytes under a new key. `name` is what the uploader called the file: only its ending is used, to tell its type. The bytes
   * are safe when this returns; where it throws, none are left.
   */
  readonly store: (source: Source, name: string) => Promise<StoredBytes>;
  /** Keeps bytes under the key that they have elsewhere. What fails leaves none. */
  readonly put: (storageKey: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Gives kept bytes a second key; null where they are gone. */
  readonly link: (storageKey: string) => Promise<string | null>;
  /** Opens kept bytes for reading; null where they are gone, an error where the whole store is. The caller closes it. */
  readonly open: (storageKey: string) => Promise<ReadableFile | null>;
  /** How many bytes are kept under a key; null where they are gone. */
  readonly sizeOf: (storageKey: string) => Promise<number | null>;
  /** Removes kept bytes; does nothing where they are gone already. */
  readonly remove: (storageKey: string) => Promise<void>;
  /** The path of the bytes on this machine's disk; null if they are not stored on a disk. */
  readonly pathOf: (storageKey: string) => string | null;
  readonly isEmpty: () => Promise<boolean>;
  /** The keys of all that is kept. */
  readonly list: () => AsyncGenerator<string>;
  /** A text that is kept beside the files, for what looks after them; null where there is none. */
  readonly readNote: () => Promise<string | null>;
  readonly writeNote: (text: string) => Promise<void>;
  /** Ends what broke off while it was sent into the store, more than a week ago by the store's own time; returns how much. */
  readonly endBroken: () => Promise<number>;
  /** Makes the store at the first start, where it lies with the data. */
  readonly prepare: () => Promise<void>;
  /** Throws where the whole store is away. */
  readonly requireThere: () => Promise<void>;
};

/** The short form of a hash for the log, which removes any text as long as a whole one. */
export const shortHashOf = (sha256: string): string => sha256.slice(0, 16);

/** Throws for a key that is not one of ours. */
export function requireKey(storageKey: string): void {
  if (!isStorageKey(storageKey)) throw new Error('This is no key of the file store');
}

/** True for the form of our keys: 32 hexadecimal digits. */
export const isStorageKey = (name: string): boolean => /^[\da-f]{32}$/.test(name);

/** A random key under which bytes are stored. */
export const newStorageKey = (): string => randomBytes(16).toString('hex');
