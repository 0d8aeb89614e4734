import { afterEach, expect, test, vi } from 'vitest';
import { LockedPlayer } from './locked-player.client.ts';

afterEach(() => vi.unstubAllGlobals());

const rateHz = 48_000;
const frames = 10 * rateHz;

/** Stubs an audio context whose clock advances between two nodes, as on a busy processor, by these delays. */
function stubAudio(delays: number[]) {
  const started: { at: number; frames: number; stopped: boolean }[] = [];
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
    readonly gain = {
      value: 1,
      cancelScheduledValues() {},
      setValueAtTime() {},
      linearRampToValueAtTime() {},
    };
    #entry = { at: -1, frames: 0, stopped: false };
    constructor(_: unknown, options?: { buffer: { length: number } }) {
      this.#entry.frames = options?.buffer.length ?? 0;
    }
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

test('repeats a passage a thousand times without a sample too many or too few', async () => {
  vi.useFakeTimers();
  const { context, started } = stubAudio([]);
  const chunkSamples = 7000;
  // Parts that end within the passage, as those of a file do.
  const chunkWith = (sample: number) => {
    const from = sample - (sample % chunkSamples);
    return Promise.resolve({ file: new ArrayBuffer(0), at: 0, from, to: from + chunkSamples });
  };
  const voice = { source: { rateHz, frames, chunkWith }, pieces: [{ at: 0, from: 0, frames }] };
  const player = new LockedPlayer(
    context as unknown as AudioContext,
    { voices: [voice], frames },
    () => undefined,
  );
  const passage = { from: 12_345, to: 24_692 };
  const length = passage.to - passage.from;
  const loops = 1000;
  player.loop(passage);
  await player.play();
  while (started.reduce((sum, each) => sum + each.frames, 0) < loops * length) {
    context.currentTime += 0.2;
    await vi.advanceTimersByTimeAsync(200);
    expect(player.place()).toBeGreaterThanOrEqual(passage.from);
    expect(player.place()).toBeLessThan(passage.to);
  }
  player.pause();
  vi.useRealTimers();
  // Each part starts at the very sample at which the one before it ends.
  let expected = Math.round((started[0]?.at ?? 0) * rateHz);
  let most = 0;
  for (const { at, frames: samples } of started) {
    most = Math.max(most, Math.abs(at * rateHz - expected));
    expected += samples;
  }
  expect(most).toBeLessThan(1e-6);
});

test('joins another player in step, at the place that it has by then', async () => {
  const { context, started } = stubAudio([0.3]);
  const chunkWith = () => Promise.resolve({ file: new ArrayBuffer(0), at: 0, from: 0, to: frames });
  const voice = { source: { rateHz, frames, chunkWith }, pieces: [{ at: 0, from: 0, frames }] };
  const player = new LockedPlayer(
    context as unknown as AudioContext,
    { voices: [voice], frames },
    () => undefined,
  );
  const placeAt = (atS: number) => Math.round(atS * rateHz) + 4321;
  await player.playInStep(placeAt);
  const last = started.findLast(({ stopped }) => !stopped);
  context.currentTime = (last?.at ?? 0) + 1;
  expect(player.place()).toBe(placeAt(context.currentTime));
  player.pause();
});
