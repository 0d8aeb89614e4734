import type { DataStore, Upload } from '@tus/server';
import type { Source } from '../store/stored-bytes.ts';
import { dayMs, hourMs } from '#src/platform/durations.ts';

/** How long an upload is kept after its last byte. */
export const uploadLifeMs = dayMs;

/** How long an upload is kept that was declared and of which no byte has come. */
export const declaredLifeMs = hourMs;

/** An unfinished upload with how many bytes of it have still to come. */
export type AwaitedUpload = {
  readonly bytes: number;
  readonly metadata: Readonly<Record<string, string | null>> | undefined;
};

/** The data stored about an upload besides its bytes. */
export type UploadNotes = {
  readonly size?: number;
  readonly metadata?: Record<string, string | null>;
  readonly creation_date?: string;
};

/** The place of uploads until they are complete. Every method throws if the whole place is unreachable. */
export type UploadPlace = {
  /** The uploads as the tus server reads them. For an unknown upload it throws a value that is no `Error`. */
  readonly files: DataStore;
  /**
   * Stores the notes of an upload that begins; if it takes space of ours, in the transaction that reserves it. A reader in any
   * process finds the whole notes or none.
   */
  readonly note: (upload: Upload) => Promise<void>;
  /** The uploads that are not files yet, by id. */
  readonly list: () => Promise<string[]>;
  /** The bytes of a complete upload, which keeps them for another attempt. */
  readonly sourceOf: (id: string) => Source;
  /** The unfinished uploads, as far as they need room of ours. */
  readonly listAwaited: () => Promise<readonly AwaitedUpload[]>;
  /** Returns the free space. */
  readonly freeBytes: () => Promise<number>;
  /** Removes the unfinished uploads of these projects. */
  readonly removeOf: (projectIds: readonly string[]) => Promise<void>;
  /**
   * Removes the uploads that got no byte for a day, or none at all for an hour, in an object store by its own time; returns how
   * many.
   */
  readonly removeOld: (now: Date) => Promise<number>;
};

/** An upload that is not a file yet; null where there is none. */
export const findUpload = ({ files }: Pick<UploadPlace, 'files'>, id: string): Promise<Upload | null> =>
  files.getUpload(id).catch((error: unknown) => {
    if (error instanceof Error) throw error;
    return null;
  });

/** The destination that the server stored with an upload; older uploads without one go to the project. */
export const destinationNameOf = (metadata: { readonly destination?: string | null } | undefined) =>
  metadata?.destination === 'inbox' ? 'inbox' : 'project';
