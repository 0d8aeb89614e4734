import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sample from '#content/sample.yaml';
import { comparerVersion, type SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import {
  analyserVersion,
  type ArtefactKind,
  rowOfSound,
  type SoundMeasures,
} from '#src/audio/sound-measures.ts';
import type { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import type { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import type {
  soundMeasurements,
  StoredArtefacts,
} from '#src/features/files/measurements/sound-measurement.table.ts';
import type {
  carriedComments,
  fileApprovals,
  fileComments,
  files,
} from '#src/features/files/store/file.table.ts';
import type { FileStore, StoredBytes } from '#src/features/files/store/stored-bytes.ts';
import { mentionsIn } from '#src/features/review/player/mentions.ts';
import { type SampleCalendar, sampleIdOf } from './sample-ids.ts';
import { samplePersonOf } from './sample-people.ts';

type SampleFile = (typeof sample)['projects'][number]['files'][number];

/** A file of content/sample.yaml whose bytes are in the file store. */
export type StoredSampleFile = {
  readonly projectNumber: number;
  readonly clientKey: string;
  readonly file: SampleFile;
  readonly stored: StoredBytes;
};

type FileRows = {
  readonly files: (typeof files.$inferInsert)[];
  readonly approvals: (typeof fileApprovals.$inferInsert)[];
  readonly comments: (typeof fileComments.$inferInsert)[];
  readonly carried: (typeof carriedComments.$inferInsert)[];
};

/** Returns a comment's key: its file's key and its position. */
export const commentKeyOf = (fileKey: string, at: string) => `${fileKey} ${at}`;

/** Returns a reply's key: its comment's key and its index. */
export const replyKeyOf = (fileKey: string, at: string, index: number) =>
  `${commentKeyOf(fileKey, at)} ${index}`;

/** Returns the milliseconds of a position such as 0:13.4. */
function msOf(position: string): number {
  const [minutes = 0, seconds = 0] = position.split(':').map(Number);
  return Math.round((minutes * 60 + seconds) * 1000);
}

const fileRowOf = (
  { projectNumber, file, stored }: StoredSampleFile,
  measures: SampleMeasures,
  { momentOf }: SampleCalendar,
) => {
  const by = samplePersonOf(file.by);
  const sound = measures[file.bytes]?.measures;
  return {
    id: sampleIdOf('file', file.key),
    projectId: sampleIdOf('project', projectNumber),
    name: file.name,
    needsApproval: file.approval !== 'not-needed',
    ...stored,
    ...(sound && rowOfSound(sound)),
    recordingId: sampleIdOf('file', file.versionOf ?? file.key),
    version: file.version ?? 1,
    stage: file.stage ?? null,
    isPinned: file.pinned,
    uploadedBy: by.id,
    uploadedByName: by.name,
    uploadedAt: momentOf(file.uploaded),
  };
};

function approvalRowsOf({ file, clientKey, stored }: StoredSampleFile, { momentOf }: SampleCalendar) {
  if (typeof file.approval === 'string') return [];
  const client = samplePersonOf(clientKey);
  return [
    {
      fileId: sampleIdOf('file', file.key),
      sha256: stored.sha256,
      approvedBy: client.id,
      approvedByName: client.name,
      approvedAt: momentOf(file.approval.at),
    },
  ];
}

/** The author, text and time of a comment or a reply. */
function writtenOf(
  { text, by, made }: { readonly text: string; readonly by: string; readonly made: string },
  clientKey: string,
  { momentOf }: SampleCalendar,
) {
  const author = samplePersonOf(by);
  const readers = [...sample.team.map(({ key }) => key), clientKey].map(samplePersonOf);
  return {
    authorId: author.id,
    authorName: author.name,
    sender: author.role,
    content: text,
    mentions: mentionsIn(text, readers),
    madeAt: momentOf(made),
  };
}

const commentRowsOf = ({ file, clientKey }: StoredSampleFile, calendar: SampleCalendar) =>
  file.comments.flatMap((comment) => {
    const { at, until, done, replies } = comment;
    const id = sampleIdOf('comment', commentKeyOf(file.key, at));
    const place = { fileId: sampleIdOf('file', file.key), atMs: msOf(at) };
    return [
      {
        id,
        ...place,
        untilMs: until === undefined ? null : msOf(until),
        ...writtenOf(comment, clientKey, calendar),
        doneAt: done ? calendar.momentOf(done.at) : null,
        doneByName: done ? samplePersonOf(done.by).name : null,
      },
      ...replies.map((reply, index) => ({
        id: sampleIdOf('reply', replyKeyOf(file.key, at, index)),
        ...place,
        replyTo: id,
        ...writtenOf(reply, clientKey, calendar),
      })),
    ];
  });

const findBefore = ({ file }: StoredSampleFile, all: readonly StoredSampleFile[]) =>
  all.find((other) => other.file.key === file.versionOf);

/** The comments of the version before that are not done, on a version: both hold the same at the same moments. */
const carriedRowsOf = (one: StoredSampleFile, all: readonly StoredSampleFile[]) => {
  const { file } = one;
  const before = findBefore(one, all);
  const open = before?.file.comments.filter(({ done }) => done === undefined) ?? [];
  return open.map(({ at, until }) => ({
    commentId: sampleIdOf('comment', commentKeyOf(before?.file.key ?? '', at)),
    fileId: sampleIdOf('file', file.key),
    fromFileId: sampleIdOf('file', before?.file.key ?? ''),
    atMs: msOf(at),
    untilMs: until === undefined ? null : msOf(until),
  }));
};

export const sampleFileRows = (
  all: readonly StoredSampleFile[],
  measures: SampleMeasures,
  calendar: SampleCalendar,
): FileRows => ({
  files: all.map((one) => fileRowOf(one, measures, calendar)),
  approvals: all.flatMap((one) => approvalRowsOf(one, calendar)),
  comments: all.flatMap((one) => commentRowsOf(one, calendar)),
  carried: all.flatMap((one) => carriedRowsOf(one, all)),
});

/** The build's measurements of the sample sounds, as if they had been measured when they were uploaded. */
export const sampleMeasurementRows = (
  all: readonly StoredSampleFile[],
  measures: SampleMeasures,
  artefacts: Readonly<Record<string, StoredArtefacts>>,
  { momentOf }: SampleCalendar,
): (typeof soundMeasurements.$inferInsert)[] =>
  all.flatMap(({ file, stored }) => {
    const found = measures[file.bytes];
    if (!found) return [];
    const at = momentOf(file.uploaded);
    return [
      {
        sha256: stored.sha256,
        state: 'measured' as const,
        analyser: analyserVersion,
        askedAt: at,
        percent: 100,
        measures: found.measures,
        artefacts: artefacts[file.bytes] ?? {},
        measuredAt: at,
      },
    ];
  });

/**
 * The build's comparisons of the versions of sample sounds, as if they had been made when the newer ones were uploaded.
 */
export const sampleComparisonRows = (
  all: readonly StoredSampleFile[],
  measures: SampleMeasures,
  { momentOf }: SampleCalendar,
): (typeof soundComparisons.$inferInsert)[] =>
  all.flatMap((one) => {
    const comparison = measures[one.file.bytes]?.comparison;
    const before = findBefore(one, all);
    if (!comparison || !before) return [];
    const at = momentOf(one.file.uploaded);
    return [
      {
        olderSha256: before.stored.sha256,
        newerSha256: one.stored.sha256,
        state: 'compared' as const,
        comparer: comparerVersion,
        askedAt: at,
        percent: 100,
        comparison,
        comparedAt: at,
      },
    ];
  });

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

/** Reads the bytes of a sample file by their name in content/sample.yaml. */
export type ReadSampleBytes = (name: string) => Promise<Uint8Array>;

/** Reads sample files from the build, or, under `astro dev`, from where they were generated. */
export function sampleBytesIn(root: string): ReadSampleBytes {
  return (name) => {
    const built = join(root, 'sample', name);
    return readFile(existsSync(built) ? built : join(root, 'src/generated/sample', name));
  };
}

type MeasuredSample = {
  readonly measures: SoundMeasures;
  readonly artefacts: readonly ArtefactKind[];
  /** With the version that it replaces. */
  readonly comparison?: SoundComparison;
};

/** The build's measurements and artefacts of the sample sounds, by the same names. */
export type SampleMeasures = Readonly<Record<string, MeasuredSample>>;

export const readSampleMeasures = async (read: ReadSampleBytes): Promise<SampleMeasures> =>
  JSON.parse(String(await read('measures.json')));

/** Stores the build's renditions of the sample sounds. Returns the storage keys by sound name. */
export async function storeSampleArtefacts(
  files: FileStore,
  read: ReadSampleBytes,
  measures: SampleMeasures,
): Promise<Readonly<Record<string, StoredArtefacts>>> {
  const keysOf = async (name: string, kinds: readonly ArtefactKind[]) =>
    Object.fromEntries(
      await Promise.all(
        kinds.map(async (kind) => {
          const { storageKey } = await files.store({ bytes: await read(`${name}.${kind}`) }, kind);
          return [kind, storageKey] as const;
        }),
      ),
    );
  const all = Object.entries(measures).map(
    async ([name, { artefacts }]) => [name, await keysOf(name, artefacts)] as const,
  );
  return Object.fromEntries(await Promise.all(all));
}

/** Stores the files sent by the sample's clients. */
export async function storeSentSamples(store: FileStore, read: ReadSampleBytes): Promise<StoredSentSample[]> {
  const all = sample.projects.flatMap(({ number, sent }) =>
    sent.map((file) => ({ projectNumber: number, file })),
  );
  return Promise.all(
    all.map(async (one) => {
      const stored = await store.store({ bytes: await read(one.file.bytes) }, one.file.name);
      return { ...one, stored };
    }),
  );
}

/** Stores the bytes of every sample file. */
export async function storeSampleFiles(store: FileStore, read: ReadSampleBytes): Promise<StoredSampleFile[]> {
  const all = sample.projects.flatMap(({ number, client, files }) =>
    files.map((file) => ({ projectNumber: number, clientKey: client, file })),
  );
  return Promise.all(
    all.map(async (one) => {
      const stored = await store.store({ bytes: await read(one.file.bytes) }, one.file.name);
      return { ...one, stored };
    }),
  );
}
