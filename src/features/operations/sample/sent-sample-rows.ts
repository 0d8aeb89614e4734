import sample from '#content/sample.yaml';
import type { StoredBytes } from '#src/features/files/store/stored-bytes.ts';
import type { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import type { SampleCalendar } from './sample-calendar.ts';
import { sampleIdOf } from './sample-id.ts';
import { samplePersonOf } from './sample-people.ts';

/** A file that a client of content/sample.yaml has sent, and its bytes in the file store. */
export type StoredSentSample = {
  readonly projectNumber: number;
  readonly file: (typeof sample)['projects'][number]['sent'][number];
  readonly stored: StoredBytes;
};

export const sentSampleRows = (
  all: readonly StoredSentSample[],
  { momentOf }: SampleCalendar,
): (typeof clientUploads.$inferInsert)[] =>
  all.map(({ projectNumber, file: { key, name, by, at, fetched }, stored }) => {
    const sender = samplePersonOf(by);
    return {
      id: sampleIdOf('sent', key),
      projectId: sampleIdOf('project', projectNumber),
      name,
      ...stored,
      sentBy: sender.id,
      sentByName: sender.name,
      sentAt: momentOf(at),
      ...(fetched && { fetchedAt: momentOf(fetched.at), fetchedByName: samplePersonOf(fetched.by).name }),
    };
  });
