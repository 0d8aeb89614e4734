import { eq } from 'drizzle-orm';
import type { FigureDrawing } from '#src/features/recordings/covers/figure-drawing.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { createSerialQueues, type SerialQueues } from '#src/platform/serial-queues.ts';
import type { Services } from '#src/platform/services.ts';
import { openStoredFile, removeStoredFile, storeFile } from './file-store.ts';

export type KeptFigure = {
  /** Of the sound. */
  readonly sha256: string;
  /** The storage key of its figure. */
  readonly key: string;
  readonly pitches: FigureDrawing['pitches'] | null;
};

type PictureServices = Pick<Services, 'db' | 'config' | 'log'>;

/** Reads a figure from the file store; null where it is gone. */
export async function readFigure(
  dataDir: string,
  { key, pitches }: Pick<KeptFigure, 'key' | 'pitches'>,
): Promise<FigureDrawing | null> {
  const handle = await openStoredFile(dataDir, key);
  if (!handle) return null;
  try {
    return { path: await handle.readFile('utf8'), pitches: pitches ?? [] };
  } finally {
    await handle.close();
  }
}

/** One picture is drawn at a time; whoever asks meanwhile waits, which costs nothing. */
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
  const drawing = await readFigure(config.dataDir, figure);
  if (!drawing) return null;
  // What draws is heavy, and a machine may have none.
  const draw = await import('#src/features/recordings/covers/draw-figure.ts');
  const bytes = await draw.savedFigurePng(drawing).catch((error: Error) => {
    log.warn('a figure was not drawn', { error });
    return null;
  });
  if (!bytes) return null;
  const { storageKey } = await storeFile(config.dataDir, { bytes }, 'figure.png');
  const kept = await keep(db, figure, storageKey);
  if (kept !== storageKey) await removeStoredFile(config.dataDir, storageKey);
  return kept;
}

/**
 * The storage key of the picture that somebody saves of a figure. It is drawn when one is first asked for, once however many
 * ask, and goes with the figure. Null where there is none.
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
