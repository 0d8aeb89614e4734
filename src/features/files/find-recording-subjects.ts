import { eq, inArray } from 'drizzle-orm';
import words from '#content/sound.yaml';
import type { MailSubject } from '#src/features/notifications/emails/notice-mail-kinds.ts';
import { captionLineOf, recordingFigureCaption } from './covers/figure-caption.ts';
import { figureKey, heardPitches } from './covers/figure-drawing.ts';
import { soundMeasurements } from './measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { files } from './store/file.table.ts';
import type { FileStore } from './store/file-store.ts';
import { readFigure } from './store/keep-picture.ts';

/** Twice as many pixels as it takes in a mail, for fine screens. */
const picturePx = 128;

/** Finds the measured recordings among these ids: the figure that a mail shows of each, about 3 kB. */
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
        // The drawing library is heavy and may be missing; the mail then leaves without a picture.
        const draw = await import('./covers/draw-figure.ts');
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
