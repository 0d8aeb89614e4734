import type { SharedPiece } from '#src/audio/alignment/sound-comparison.ts';
import { LockedPlayer } from '#src/playing/locked-player.client.ts';
import { openSoundSource } from '#src/playing/sound-source.client.ts';

/** The data of both versions from the page: their pieces on the time axis of the newer one, in samples of its rate. */
export type Played = {
  readonly urls: readonly [string, string];
  readonly rateHz: number;
  readonly frames: number;
  readonly pieces: readonly SharedPiece[];
  /** The gains at which both are equally loud. */
  readonly matchedDb: readonly [number, number];
};

/** Opens both versions of a comparison on one clock. The older one is aligned with the newer one. */
export async function openComparison(
  { urls, rateHz, frames, pieces }: Played,
  onChange: (error?: unknown) => void,
): Promise<LockedPlayer> {
  // Created before any await, while the press of play still counts as a user gesture.
  const context = new AudioContext({ sampleRate: rateHz });
  try {
    const [older, newer] = await Promise.all([openSoundSource(urls[0]), openSoundSource(urls[1])]);
    const placed = pieces.map(({ olderAt, newerAt, frames: length }) => ({
      at: newerAt,
      from: olderAt,
      frames: length,
    }));
    const voices = [
      { source: older, pieces: placed },
      { source: newer, pieces: [{ at: 0, from: 0, frames }] },
    ];
    return new LockedPlayer(context, { voices, frames }, onChange);
  } catch (error) {
    await context.close();
    throw error;
  }
}
