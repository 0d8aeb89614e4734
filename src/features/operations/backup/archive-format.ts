import { z } from 'zod';

/** A problem with an archive, a target or an installation, described for the operator who runs the command. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal';
}

/** The first file of an archive: its format, and what is needed before rows can be stored. */
export const headName = 'antinode-backup.json';
/** The last file of an archive; an archive without it is incomplete. */
export const manifestName = 'manifest.json';

const storedName = /^files\/([\da-f]{32})$/;
const rowsName = /^database\/([^/]+)\/\d{6,}\.jsonl$/;

/** Returns the archive name of a stored file, whose key is 32 hexadecimal digits. */
export const nameOfFile = (key: string): string => `files/${key}`;
/** Returns the archive name of a chunk of a table's rows, counted from 1. */
export const nameOfRows = (table: string, number: number): string =>
  `database/${table}/${String(number).padStart(6, '0')}.jsonl`;
/** Returns the storage key in an archive name, or null if it names no stored file. */
export const keyIn = (name: string): string | null => storedName.exec(name)?.[1] ?? null;
/** Returns the table in an archive name, or null if it names no rows. */
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
  /** Identifies SECRET without revealing it. */
  secretMark: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).nonempty() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Tables whose rows are left out. */
  leftOut: z.array(z.string()),
});

export const manifestSchema = z.object({
  /** The count of rows by table. */
  rows: z.record(z.string(), count),
  /** Every other file of the archive, by name. */
  entries: z.record(z.string(), z.object({ bytes: count, sha256: z.string() })),
  /** Keys of files that the database refers to but the store lacked. */
  missing: z.array(z.string()),
  /** Keys of files whose content has changed since they were stored. */
  damaged: z.array(z.string()),
});

export type Head = z.infer<typeof headSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
/** The size and hash of one file of the archive, as read or written. */
export type EntrySum = Manifest['entries'][string];
