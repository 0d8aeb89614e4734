export const rateHz = 48_000;

/** Two channels of equal length at `rateHz`, 1 at full scale. */
export type Stereo = { readonly left: Float32Array; readonly right: Float32Array };

export const factorOf = (db: number) => 10 ** (db / 20);

export const framesOf = (seconds: number) => Math.round(seconds * rateHz);

/** The frequency of a key by its number in MIDI; 69 is A4. */
export const hzOf = (key: number) => 440 * 2 ** ((key - 69) / 12);

export const silence = (seconds: number): Stereo => ({
  left: new Float32Array(framesOf(seconds)),
  right: new Float32Array(framesOf(seconds)),
});

type Place = {
  readonly atS?: number;
  readonly db?: number;
  /** −1 is left, 1 is right; the power stays the same. */
  readonly pan?: number;
};

/** Adds one channel to a mix. What reaches beyond its end is cut. */
export function addMono(mix: Stereo, sound: Float32Array, { atS = 0, db = 0, pan = 0 }: Place = {}): void {
  const angle = ((pan + 1) * Math.PI) / 4;
  const [left, right] = [factorOf(db) * Math.cos(angle), factorOf(db) * Math.sin(angle)];
  const start = framesOf(atS);
  const end = Math.min(sound.length, mix.left.length - start);
  for (let index = 0; index < end; index++) {
    const value = sound[index] as number;
    mix.left[start + index] = (mix.left[start + index] as number) + left * value;
    mix.right[start + index] = (mix.right[start + index] as number) + right * value;
  }
}

/** Adds a sound to a mix. What reaches beyond its end is cut. */
export function addStereo(mix: Stereo, sound: Stereo, { atS = 0, db = 0 }: Omit<Place, 'pan'> = {}): void {
  const [factor, start] = [factorOf(db), framesOf(atS)];
  const end = Math.min(sound.left.length, mix.left.length - start);
  for (let index = 0; index < end; index++) {
    mix.left[start + index] = (mix.left[start + index] as number) + factor * (sound.left[index] as number);
    mix.right[start + index] = (mix.right[start + index] as number) + factor * (sound.right[index] as number);
  }
}

/** Both channels through something that takes one. */
export const eachChannel = (sound: Stereo, effect: (channel: Float32Array) => Float32Array): Stereo => ({
  left: effect(sound.left),
  right: effect(sound.right),
});

export function louderBy(sound: Stereo, db: number): Stereo {
  const factor = factorOf(db);
  return eachChannel(sound, (channel) => channel.map((value) => factor * value));
}

/** Fades in and out, in seconds. */
export function faded(sound: Stereo, inS: number, outS: number): Stereo {
  const frames = sound.left.length;
  const [inFrames, outFrames] = [framesOf(inS), framesOf(outS)];
  return eachChannel(sound, (channel) =>
    channel.map((value, index) => {
      const share = Math.min(index / inFrames, (frames - index) / outFrames);
      return share >= 1 ? value : value * Math.sin((Math.PI / 2) * share) ** 2;
    }),
  );
}

/** So loud that its largest sample lies at `db`. */
export function peakAt(sound: Stereo, db: number): Stereo {
  let peak = 0;
  for (let index = 0; index < sound.left.length; index++)
    peak = Math.max(peak, Math.abs(sound.left[index] as number), Math.abs(sound.right[index] as number));
  return louderBy(sound, db - 20 * Math.log10(peak));
}
