import { sql } from 'drizzle-orm';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { HeardPitch } from '#src/audio/heard-pitches.ts';
import { artefactVersionOf } from '#src/audio/sound-artefacts.ts';

/** The data that a recording's figure is drawn from. */
export type FigureDrawing = {
  /** None where no pitch was heard. */
  readonly pitches: readonly HeardPitch[];
  /** As `figurePathOf` made it while the sound was measured. */
  readonly path: string;
};

/** The storage key of a recording's figure: a column for a query that joins its measurement; null where there is none. */
export const figureKey = sql<string | null>`${soundMeasurements.artefacts} ->> 'figure'`;

/** The pitches that were heard: a column for the same query. */
export const heardPitches = sql<readonly HeardPitch[] | null>`${soundMeasurements.measures} -> 'pitches'`;

/**
 * The address of a recording's figure below that of its file, which is `/portal/files/<id>` for signed-in people. Null as long as
 * the recording is not measured.
 */
export const figureAddressOf = (
  file: string,
  key: string | null | undefined,
  as: 'svg' | 'png',
): string | null => (key ? `${file}/figure.${as}?v=${artefactVersionOf(key)}` : null);
