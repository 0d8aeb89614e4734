import type { DataStore, Upload } from '@tus/server';
import type { Source } from '../store/stored-bytes.ts';
import { dayMs, hourMs } from '#src/platform/durations.ts';

/** How long an upload is kept after its last byte. */
export const uploadLifeMs = dayMs;

/** How long a declared upload without any bytes is kept. */
export const declaredLifeMs = hourMs;

/** An unfinished upload and its remaining bytes. */
export type AwaitedUpload = {
  readonly bytes: number;
  readonly metadata: Readonly<Record<string, string | null>> | undefined;
};

/** The metadata stored with an upload's bytes. */
export type UploadNotes = {
  readonly size?: number;
  readonly metadata?: Record<string, string | null>;
  readonly creation_date?: string;
};

/** The storage of incomplete uploads. Every method throws if the storage is unreachable. */
export type UploadPlace = {
  /** The uploads as the tus server reads them. Throws a value that is not an `Error` for an unknown upload. */
  readonly files: DataStore;
  /**
   * Stores the metadata of a new upload; if it uses local space, in the transaction that reserves it. Readers in any
   * process see all of the metadata or none.
   */
  readonly note: (upload: Upload) => Promise<void>;
  /** Returns the incomplete uploads by id. */
  readonly list: () => Promise<string[]>;
  /** Returns the bytes of a complete upload, which keeps them for another attempt. */
  readonly sourceOf: (id: string) => Source;
  /** Returns the unfinished uploads that need local space. */
  readonly listAwaited: () => Promise<readonly AwaitedUpload[]>;
  /** Returns the free space. */
  readonly freeBytes: () => Promise<number>;
  /** Removes the unfinished uploads of these projects. */
  readonly removeOf: (projectIds: readonly string[]) => Promise<void>;
  /**
   * Removes the uploads without new bytes for a day, or without any for an hour (by the object store's clock, if used).
   * Returns the number removed.
   */
  readonly removeOld: (now: Date) => Promise<number>;
};

/** Returns an incomplete upload; null if there is none. */
export const findUpload = ({ files }: Pick<UploadPlace, 'files'>, id: string): Promise<Upload | null> =>
  files.getUpload(id).catch((error: unknown) => {
    if (error instanceof Error) throw error;
    return null;
  });

/** Returns the stored destination of an upload; older uploads without one go to the project. */
export const destinationNameOf = (metadata: { readonly destination?: string | null } | undefined) =>
  metadata?.destination === 'inbox' ? 'inbox' : 'project';
