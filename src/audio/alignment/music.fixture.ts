export type Music = Float32Array;

/** Default sample rate of the music. */
export const rateHz = 48_000;

/** Returns a seeded generator of uniform numbers from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns mono music of the given length: notes with a percussive attack that never repeat. */
export function musicOf(seconds: number, seed = 1, ofRateHz = rateHz): Music {
  const random = createRandom(seed);
  const music = new Float32Array(seconds * ofRateHz);
  for (let start = 0; start < music.length; start += Math.round((0.1 + 0.3 * random()) * ofRateHz)) {
    const hz = 55 * 2 ** Math.floor((60 * random()) / 12) * 2 ** (Math.floor(12 * random()) / 12);
    const length = Math.min(ofRateHz, music.length - start);
    for (let at = 0; at < length; at += 1) {
      const t = at / ofRateHz;
      const tone = Math.sin(2 * Math.PI * hz * t) * Math.exp(-5 * t);
      const stroke = t < 0.05 ? (random() - 0.5) * Math.exp(-60 * t) : 0;
      music[start + at] = (music[start + at] as number) + 0.15 * tone + 0.3 * stroke;
    }
  }
  return music;
}

/**
 * Returns mono percussion with different spectra (kick, snare, hi-hat, click), separated by silence; no hit repeats.
 */
export function beatOf(seconds: number, seed = 1, ofRateHz = rateHz): Music {
  const random = createRandom(seed);
  const beat = new Float32Array(seconds * ofRateHz);
  for (let start = 0; start < beat.length; start += Math.round((0.11 + 0.2 * random()) * ofRateHz)) {
    const kind = Math.floor(4 * random());
    const level = 0.1 + 0.25 * random();
    const hz = [45, 180, 6000, 2500][kind] ?? 0;
    const [fall = 0, noise = 0] =
      [
        [18, 0.02],
        [30, 0.6],
        [90, 0.9],
        [900, 0.3],
      ][kind] ?? [];
    let before = 0;
    for (let at = 0; at < Math.min(0.25 * ofRateHz, beat.length - start); at += 1) {
      const t = at / ofRateHz;
      const white = 2 * random() - 1;
      // Only the high frequencies of a hi-hat.
      const hiss = kind === 2 ? white - before : white;
      before = white;
      const tone = Math.sin(2 * Math.PI * hz * (1 + 0.3 * level) * t);
      beat[start + at] =
        (beat[start + at] as number) + level * Math.exp(-fall * t) * ((1 - noise) * tone + noise * hiss);
    }
  }
  return beat;
}
