import { afterEach, expect, test, vi } from 'vitest';
import { LockedPlayer } from './locked-player.client.ts';

afterEach(() => vi.unstubAllGlobals());

const rateHz = 48_000;
const frames = 10 * rateHz;

/** Stubs an audio context whose clock advances between two nodes, as on a busy processor, by these delays. */
function stubAudio(delays: number[]) {
  const started: { at: number; stopped: boolean }[] = [];
  const context = {
    currentTime: 1,
    sampleRate: rateHz,
    destination: {},
    resume: () => Promise.resolve(),
    decodeAudioData: () => Promise.resolve(new Buffer({ length: frames })),
  };
  class Buffer {
    readonly numberOfChannels = 1;
    readonly sampleRate = rateHz;
    readonly length: number;
    constructor({ length }: { length: number }) {
      this.length = length;
    }
    copyToChannel() {}
    getChannelData = () => new Float32Array(this.length);
  }
  class Node {
    #entry = { at: -1, stopped: false };
    connect() {}
    addEventListener() {}
    start(at: number) {
      this.#entry.at = at;
      started.push(this.#entry);
      context.currentTime += delays.shift() ?? 0;
    }
    stop() {
      this.#entry.stopped = true;
    }
  }
  vi.stubGlobal('AudioBuffer', Buffer);
  vi.stubGlobal('GainNode', Node);
  vi.stubGlobal('AudioBufferSourceNode', Node);
  return { context, started };
}

test('voices start together even if the processor is busy while they are started', async () => {
  const { context, started } = stubAudio([0.2, 0, 0.3]);
  const chunkWith = () => Promise.resolve({ file: new ArrayBuffer(0), at: 0, from: 0, to: frames });
  const source = { rateHz, frames, chunkWith };
  const voice = { source, pieces: [{ at: 0, from: 0, frames }] };
  const player = new LockedPlayer(
    context as unknown as AudioContext,
    { voices: [voice, voice], frames },
    () => undefined,
  );
  await player.play();
  const sounding = started.filter(({ stopped }) => !stopped);
  expect(sounding).toHaveLength(2);
  expect(sounding[0]?.at).toBe(sounding[1]?.at);
  expect(sounding[0]?.at).toBeGreaterThan(context.currentTime);
  player.pause();
});
