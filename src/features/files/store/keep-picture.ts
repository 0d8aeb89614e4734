import { eq } from 'drizzle-orm';
import type { FigureDrawing } from '../covers/figure-drawing.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { createSerialQueues, type SerialQueues } from '#src/platform/serial-queues.ts';
import type { Services } from '#src/platform/services/services.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { fileStoreOf, type FileStore } from './file-store.ts';

export type KeptFigure = {
  /** The SHA-256 of the recording's file. */
  readonly sha256: string;
  /** The storage key of its figure. */
  readonly key: string;
  readonly pitches: FigureDrawing['pitches'] | null;
};

type PictureServices = Pick<Services, 'db' | 'config' | 'log'>;

/** Reads a figure from the file store; null where it is gone. */
export async function readFigure(
  files: FileStore,
  { key, pitches }: Pick<KeptFigure, 'key' | 'pitches'>,
): Promise<FigureDrawing | null> {
  const file = await files.open(key);
  return file && { path: (await readAndClose(file)).toString('utf8'), pitches: pitches ?? [] };
}

/** Pictures are drawn one at a time; further requests wait, which costs nothing. */
const queues = new WeakMap<PictureServices, SerialQueues>();

function queueOf(services: PictureServices): SerialQueues {
  const known = queues.get(services) ?? createSerialQueues(Infinity);
  queues.set(services, known);
  return known;
}

/** Writes down which picture belongs to a figure. Returns the one that does; null where the figure is no longer the sound's. */
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

/** Draws a figure's picture, keeps it, and returns its storage key; null where it cannot be drawn. */
async function drawPicture(services: PictureServices, figure: KeptFigure): Promise<string | null> {
  const { db, config, log } = services;
  const files = fileStoreOf(config);
  const drawing = await readFigure(files, figure);
  if (!drawing) return null;
  // The drawing library is heavy and may be missing.
  const draw = await import('../covers/draw-figure.ts');
  const bytes = await draw.savedFigurePng(drawing).catch((error: Error) => {
    log.warn('a figure was not drawn', { error });
    return null;
  });
  if (!bytes) return null;
  const { storageKey } = await files.store({ bytes }, 'figure.png');
  const kept = await keep(db, figure, storageKey);
  if (kept !== storageKey) await files.remove(storageKey);
  return kept;
}

/**
 * Finds the storage key of the picture of a figure that can be saved. It is drawn at the first request, once for all that come
 * meanwhile, and is deleted with the figure. Null if it cannot be drawn.
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
