/** A stretch that both versions hold. Its place and length are in samples of the newer version's rate. */
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
  /** The pieces that both versions hold, in the order of the newer; more than one if something was cut out, put in or moved. */
  readonly pieces: readonly SharedPiece[];
  /** True if one version has inverted polarity. */
  readonly isInverted: boolean;
  /** How much louder the newer one is heard where both hold the same, in LU (see `louderBy`); null where that cannot be said. */
  readonly louderLu: number | null;
  readonly strip: ChangeStrip;
};

/** The change in level by band and time, once both are equally loud. */
export type ChangeStrip = {
  /** Milliseconds of the newer version per column. */
  readonly columnMs: number;
  /** For each of `stripBandsHz`, how much louder the newer one is in each column, in dB; null where there is nothing to compare. */
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

/** Raised when what is compared, or how, changes: what an older one compared is compared again when it is asked for. */
export const comparerVersion = 3;

/** Why two files were not compared; `failed`: it was tried several times, and ended each time without a result. */
export const uncomparedReasons = ['unmeasured', 'too-different', 'too-long', 'too-large', 'failed'] as const;

export type UncomparedReason = (typeof uncomparedReasons)[number];

/** The moment of the newer version at which a moment of the older one is to be heard; null where that was cut out. */
export function placeIn({ pieces, rateHz }: SoundComparison, olderMs: number): number | null {
  const at = Math.round((olderMs * rateHz) / 1000);
  const holds = ({ olderAt, frames }: SharedPiece) => at >= olderAt && at < olderAt + frames;
  // The very end belongs to what it ends.
  const piece = pieces.find(holds) ?? pieces.find(({ olderAt, frames }) => at === olderAt + frames);
  return piece ? Math.round(((at - piece.olderAt + piece.newerAt) * 1000) / rateHz) : null;
}
