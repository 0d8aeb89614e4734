import { z } from 'zod';

/** A fault of an archive, a place or an installation, in words for the operator who runs the command. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal';
}

/** The first file of an archive: what it is, and what has to be there before rows can be stored. */
export const headName = 'antinode-backup.json';
/** The last file of an archive, without which it is not whole. */
export const manifestName = 'manifest.json';

const storedName = /^files\/([\da-f]{32})$/;
const rowsName = /^database\/([^/]+)\/\d{6,}\.jsonl$/;

/** The name in the archive of stored bytes, whose key is 32 hexadecimal digits. */
export const nameOfFile = (key: string): string => `files/${key}`;
/** The name in the archive of some rows of a table, counted from 1. */
export const nameOfRows = (table: string, number: number): string =>
  `database/${table}/${String(number).padStart(6, '0')}.jsonl`;
/** The key of the stored bytes that a name stands for; null for other names. */
export const keyIn = (name: string): string | null => storedName.exec(name)?.[1] ?? null;
/** The table whose rows a name stands for; null for other names. */
export const tableIn = (name: string): string | null => rowsName.exec(name)?.[1] ?? null;

const count = z.number().int().nonnegative();

export const headSchema = z.object({
  format: z.literal('antinode backup'),
  formatVersion: z.literal(1),
  /** The version of the program that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  /** PUBLIC_URL; null without one. */
  address: z.string().nullable(),
  /** Tells whether a SECRET is the same, and nothing else of it. */
  secretMark: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).nonempty() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Tables whose rows are not in it. */
  leftOut: z.array(z.string()),
});

export const manifestSchema = z.object({
  /** The count of rows by table. */
  rows: z.record(z.string(), count),
  /** Every other file of the archive, by name. */
  entries: z.record(z.string(), z.object({ bytes: count, sha256: z.string() })),
  /** Keys of stored bytes that the database names and that were not there. */
  missing: z.array(z.string()),
  /** Keys of stored bytes that are others than when they were stored. */
  damaged: z.array(z.string()),
});

export type Head = z.infer<typeof headSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
/** The size and hash of one file of the archive, as read or written. */
export type EntrySum = Manifest['entries'][string];
