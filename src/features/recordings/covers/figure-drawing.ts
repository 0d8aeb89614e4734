import { sql } from 'drizzle-orm';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import type { HeardPitch } from '#src/features/recordings/sound/heard-pitches.ts';
import { artefactVersionOf } from '#src/features/recordings/sound/sound-artefacts.ts';

/** What a recording's figure is drawn from. */
export type FigureDrawing = {
  /** None where no pitch was heard. */
  readonly pitches: readonly HeardPitch[];
  /** As `figurePathOf` made it while the sound was measured. */
  readonly path: string;
};

/** The storage key of a recording's figure: a column for a query that joins its measurement; null where there is none. */
export const figureKey = sql<string | null>`${soundMeasurements.artefacts} ->> 'figure'`;

/** What was heard: a column for the same query. */
export const heardPitches = sql<readonly HeardPitch[] | null>`${soundMeasurements.measures} -> 'pitches'`;

/**
 * The address of a recording's figure below that of its file, `/portal/files/<id>` for whoever is signed in; null where it has
 * none, as long as it is not measured.
 */
export const figureAddressOf = (
  file: string,
  key: string | null | undefined,
  as: 'svg' | 'png',
): string | null => (key ? `${file}/figure.${as}?v=${artefactVersionOf(key)}` : null);
