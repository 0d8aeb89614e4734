/** The rate at which everything is made and played. */
export const playedRateHz = 48_000;

/** A piece or a track that the build encoded or took from the sample studio. */
type MadeSound = {
  /** Samples of a channel at 48 kHz. */
  readonly frames: number;
  /** How much louder the second sound of a piece was than the first, before both were made equally loud. */
  readonly differenceDb: number;
  /** A key of the sources it was made of. */
  readonly key: string;
  readonly files: readonly string[];
};

/** By `pieces-<name>` and `tracks-<name>`. */
export type MadeSounds = Readonly<Record<string, MadeSound>>;

const lists = import.meta.glob<MadeSounds>('/src/generated/sounds/sounds.json', {
  import: 'default',
  eager: true,
});
const urls = import.meta.glob<string>('/src/generated/sounds/*.mp3', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Returns a sound by id. Throws if the build made no such sound. */
export function getMadeSound(id: string): MadeSound {
  const sound = lists['/src/generated/sounds/sounds.json']?.[id];
  if (!sound) throw new Error(`The build made no sound called ${id}`);
  return sound;
}

/** Returns the URL of a sound file, such as `pieces-quay-after`. */
export function soundUrlOf(file: string): string {
  const url = urls[`/src/generated/sounds/${file}.mp3`];
  if (!url) throw new Error(`The build made no ${file}`);
  return url;
}
