/** A section that both versions share. Positions and length are in samples at the newer version's rate. */
export type SharedPiece = {
  readonly olderAt: number;
  readonly newerAt: number;
  readonly frames: number;
};

/** The differences between two versions of a recording. */
export type SoundComparison = {
  /** The sample rate of the newer version. */
  readonly rateHz: number;
  /** Lengths of both at that rate. */
  readonly olderFrames: number;
  readonly newerFrames: number;
  /** The shared pieces, in the order of the newer version; more than one after a cut, an insertion or a move. */
  readonly pieces: readonly SharedPiece[];
  /** True if one version has inverted polarity. */
  readonly isInverted: boolean;
  /** How much louder the newer version is in the shared pieces, in LU (see `louderBy`); null if unknown. */
  readonly louderLu: number | null;
  readonly strip: ChangeStrip;
};

/** The change in level by band and time, after loudness matching. */
export type ChangeStrip = {
  /** Milliseconds of the newer version per column. */
  readonly columnMs: number;
  /**
   * How much louder the newer version is in each of `stripBandsHz` and each column, in dB; null if there is nothing to
   * compare.
   */
  readonly bandsDb: readonly (readonly (number | null)[])[];
};

/** Lower and upper edge of each band of the strip: sub-bass, bass, low mids, mids, high mids, presence, brilliance. */
export const stripBandsHz = [
  [20, 60],
  [60, 250],
  [250, 500],
  [500, 2000],
  [2000, 4000],
  [4000, 6000],
  [6000, 20_000],
] as const;

/** Lower and upper edge of each band of the detail: half octaves. Sound above 16 kHz is left out, as codecs do. */
export const detailBandsHz = [
  [20, 35],
  [35, 50],
  [50, 70],
  [70, 100],
  [100, 140],
  [140, 200],
  [200, 280],
  [280, 400],
  [400, 560],
  [560, 800],
  [800, 1100],
  [1100, 1600],
  [1600, 2200],
  [2200, 3200],
  [3200, 4500],
  [4500, 6400],
  [6400, 9000],
  [9000, 12_800],
  [12_800, 16_000],
] as const;

/** What a change of a single place is found in: both versions by time and narrow bands, in one text. */
export type ChangeDetail = {
  /** Milliseconds of the newer version per column. */
  readonly columnMs: number;
  /** How much louder the newer version is everywhere, in dB; 0 if its level did not change alike everywhere. */
  readonly wholeDb: number;
  /** The columns, base64: for each band a level and a difference, then the unlikeness. */
  readonly cells: string;
};

/** Increment when the comparison changes; older results are recomputed in the background. */
export const comparerVersion = 4;

/** Why two files were not compared; `failed`: every attempt ended without a result. */
export const uncomparedReasons = ['unmeasured', 'too-different', 'too-long', 'too-large', 'failed'] as const;

export type UncomparedReason = (typeof uncomparedReasons)[number];

/** Returns the time in the newer version that matches a time in the older one; null if it was cut. */
export function placeIn({ pieces, rateHz }: SoundComparison, olderMs: number): number | null {
  const at = Math.round((olderMs * rateHz) / 1000);
  const holds = ({ olderAt, frames }: SharedPiece) => at >= olderAt && at < olderAt + frames;
  // The end position belongs to the piece it ends.
  const piece = pieces.find(holds) ?? pieces.find(({ olderAt, frames }) => at === olderAt + frames);
  return piece ? Math.round(((at - piece.olderAt + piece.newerAt) * 1000) / rateHz) : null;
}
