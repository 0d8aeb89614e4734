import { eq, inArray } from 'drizzle-orm';
import {
  type FigureDrawing,
  captionLineOf,
  recordingFigureCaption,
  figureKey,
  heardPitches,
} from './recording-figure.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { createSerialQueues, type SerialQueues } from '#src/platform/serial-queues.ts';
import type { Services } from '#src/platform/services/services.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { fileStoreOf } from '../store/file-store.ts';
import type { FileStore } from '../store/stored-bytes.ts';
import words from '#content/sound.yaml';
import type { MailSubject } from '#src/features/notifications/emails/notification-emails.ts';
import type { Db } from '#src/platform/database/database.ts';
import { files } from '../store/file.table.ts';

export type KeptFigure = {
  /** The SHA-256 of the recording's file. */
  readonly sha256: string;
  /** The storage key of its figure. */
  readonly key: string;
  readonly pitches: FigureDrawing['pitches'] | null;
};

type PictureServices = Pick<Services, 'db' | 'config' | 'log'>;

/** Reads a figure from the file store; null if it no longer exists. */
export async function readFigure(
  store: FileStore,
  { key, pitches }: Pick<KeptFigure, 'key' | 'pitches'>,
): Promise<FigureDrawing | null> {
  const file = await store.open(key);
  return file && { path: (await readAndClose(file)).toString('utf8'), pitches: pitches ?? [] };
}

/** Pictures are drawn one at a time; further requests wait. */
const queues = new WeakMap<PictureServices, SerialQueues>();

function queueOf(services: PictureServices): SerialQueues {
  const known = queues.get(services) ?? createSerialQueues(Infinity);
  queues.set(services, known);
  return known;
}

/** Stores the picture of a figure. Returns the stored one; null if the sound no longer has this figure. */
const keep = (db: Services['db'], { sha256, key }: KeptFigure, picture: string) =>
  db.transaction(async (tx) => {
    const ofSound = eq(soundMeasurements.sha256, sha256);
    const [found] = await tx
      .select({ artefacts: soundMeasurements.artefacts })
      .from(soundMeasurements)
      .where(ofSound)
      .for('update');
    if (found?.artefacts.figure !== key) return null;
    if (found.artefacts.picture !== undefined) return found.artefacts.picture;
    await tx
      .update(soundMeasurements)
      .set({ artefacts: { ...found.artefacts, picture } })
      .where(ofSound);
    return picture;
  });

/** Draws and stores a figure's picture and returns its storage key; null if it cannot be drawn. */
async function drawPicture(services: PictureServices, figure: KeptFigure): Promise<string | null> {
  const { db, config, log } = services;
  const store = fileStoreOf(config);
  const drawing = await readFigure(store, figure);
  if (!drawing) return null;
  // The drawing library is heavy and may be missing.
  const draw = await import('./draw-figure.ts');
  const bytes = await draw.savedFigurePng(drawing).catch((error: Error) => {
    log.warn('a figure was not drawn', { error });
    return null;
  });
  if (!bytes) return null;
  const { storageKey } = await store.store({ bytes }, 'figure.png');
  const kept = await keep(db, figure, storageKey);
  if (kept !== storageKey) await store.remove(storageKey);
  return kept;
}

/**
 * Returns the storage key of a figure's picture for saving. It is drawn on the first request, once for concurrent ones,
 * and deleted with the figure. Null if it cannot be drawn.
 */
export async function findPicture(services: PictureServices, figure: KeptFigure): Promise<string | null> {
  const find = async () => {
    const [found] = await services.db
      .select({ artefacts: soundMeasurements.artefacts })
      .from(soundMeasurements)
      .where(eq(soundMeasurements.sha256, figure.sha256));
    return found?.artefacts.picture ?? null;
  };
  return (
    (await find()) ??
    queueOf(services)('pictures', async () => (await find()) ?? drawPicture(services, figure))
  );
}

/** Twice its size in an email, for high-density screens. */
const picturePx = 128;

/** Returns the email figures (about 3 kB each) of the measured recordings among these ids. */
export async function findRecordingSubjects(
  db: Db,
  ids: readonly string[],
  store: FileStore,
): Promise<ReadonlyMap<string, MailSubject>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: files.id, name: files.name, key: figureKey, pitches: heardPitches })
    .from(files)
    .innerJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(inArray(files.id, [...ids]));
  return new Map(
    found.flatMap(({ id, name, key, pitches }) => {
      if (key === null || pitches === null) return [];
      const caption = captionLineOf(recordingFigureCaption(pitches));
      const picture = { contentId: `${id}.figure@recordings`, alt: words.figure.title, name, caption };
      const attach = async () => {
        const figure = await readFigure(store, { key, pitches });
        if (!figure) return null;
        // The drawing library is heavy and may be missing; the email is then sent without a picture.
        const draw = await import('./draw-figure.ts');
        const content = await draw.smallFigurePng(figure, picturePx).catch(() => null);
        const { contentId } = picture;
        return (
          content && { filename: `figure-${id.slice(-8)}.png`, contentType: 'image/png', content, contentId }
        );
      };
      return [[id, { details: {}, picture, attach }]];
    }),
  );
}
