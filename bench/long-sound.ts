import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** The system's ffmpeg. */
export const encoder = 'ffmpeg';
const rateHz = 44_100;

/** A fixed pseudo-random sequence, from −1 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Seconds of struck notes that never repeat, over noise: loud and quiet by turns, with an occasional long silence. */
function* soundOf(seconds: number): Generator<Float32Array> {
  const random = createRandom(7);
  const voices = Array.from({ length: 6 }, () => ({ re: 0, im: 0, turnRe: 1, turnIm: 0, side: 0 }));
  let until = 0;
  for (let second = 0; second < seconds; second++) {
    const samples = new Float32Array(2 * rateHz);
    const isSilent = second % 600 > 560;
    const level = isSilent ? 0 : 0.1 * 10 ** (0.7 * Math.sin(second / 97));
    for (let frame = 0; frame < rateHz; frame++) {
      if (frame + second * rateHz >= until) {
        const voice = voices[Math.floor(3 * random() + 3)];
        const turn = (2 * Math.PI * 65 * 2 ** (Math.floor(30 * random() + 30) / 12)) / rateHz;
        const shrink = 0.99995;
        const [turnRe, turnIm] = [shrink * Math.cos(turn), shrink * Math.sin(turn)];
        if (voice) Object.assign(voice, { re: 1, im: 0, turnRe, turnIm, side: 0.5 * random() });
        until += Math.round((0.2 + 0.15 * random()) * rateHz);
      }
      let [left, right] = [0.05 * random(), 0.05 * random()];
      for (const voice of voices) {
        const { re, im, turnRe, turnIm, side } = voice;
        voice.re = re * turnRe - im * turnIm;
        voice.im = re * turnIm + im * turnRe;
        left += voice.im * (0.5 + side);
        right += voice.im * (0.5 - side);
      }
      samples[2 * frame] = level * left;
      samples[2 * frame + 1] = level * right;
    }
    yield samples;
  }
}

/**
 * Encodes this many seconds of sound with the system's ffmpeg, all formats in one run: the arguments of its outputs.
 */
export async function encodeSound(seconds: number, outputs: readonly string[]): Promise<void> {
  const raw = ['-v', 'error', '-y', '-f', 'f32le', '-ar', String(rateHz), '-ac', '2', '-i', '-'];
  const ffmpeg = spawn(encoder, [...raw, ...outputs], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(ffmpeg, 'exit');
  for (const samples of soundOf(seconds))
    if (!ffmpeg.stdin.write(new Uint8Array(samples.buffer))) await once(ffmpeg.stdin, 'drain');
  ffmpeg.stdin.end();
  await finished(ffmpeg.stdin);
  await ended;
}
