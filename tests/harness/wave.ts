import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';

const rateHz = 8000;

/** A tone of 440 Hz as a WAV file: mono, 16 bit, 8 kHz. */
export const waveOf = (seconds: number): Buffer =>
  waveFileOf({
    rateHz,
    frames: rateHz * seconds,
    sample: (frame) => 0.37 * Math.sin((2 * Math.PI * 440 * frame) / rateHz),
  });
