import type { SoundChunk, SoundSource } from './sound-source.client.ts';
import { floatWaveOf } from './wave-layout.ts';

/** A piece of a source on the common time axis, in samples of the axis. */
type PlacedPiece = { readonly at: number; readonly from: number; readonly frames: number };

type VoicePlan = { readonly source: SoundSource; readonly pieces: readonly PlacedPiece[] };

/** Decoded samples from `at` up to, not including, `to` on the axis. */
type LoadedPart = { readonly buffer: AudioBuffer; readonly at: number; readonly to: number };

const switchS = 0.004;

/** Cuts a part out of a decoded chunk, exact to the sample. */
function partOf(decoded: AudioBuffer, offset: number, length: number): AudioBuffer {
  const { numberOfChannels, sampleRate } = decoded;
  const part = new AudioBuffer({ length, numberOfChannels, sampleRate });
  for (let channel = 0; channel < numberOfChannels; channel += 1)
    part.copyToChannel(decoded.getChannelData(channel).subarray(offset, offset + length), channel);
  return part;
}

const commonDivisorOf = (a: number, b: number): number => (b === 0 ? a : commonDivisorOf(b, a % b));

/** Decodes a chunk at the rate of the context. Returns it with the sample of the axis at which it starts. */
async function decode(context: BaseAudioContext, { file, at }: SoundChunk, rateHz: number) {
  if (rateHz === context.sampleRate) return { decoded: await context.decodeAudioData(file), at };
  // Starts at a sample that both rates share, so that all chunks lie on the same grid.
  const raster = rateHz / commonDivisorOf(rateHz, context.sampleRate);
  const own = await new OfflineAudioContext(1, 1, rateHz).decodeAudioData(file);
  const shared = Math.ceil(at / raster) * raster;
  const planes = Array.from({ length: own.numberOfChannels }, (_, channel) =>
    own.getChannelData(channel).subarray(shared - at),
  );
  const decoded = await context.decodeAudioData(floatWaveOf(planes, rateHz));
  return { decoded, at: (shared / rateHz) * context.sampleRate };
}

/**
 * Creates one of the sounds that play together: loads its samples in order and starts them at times of the context's
 * clock.
 */
function createLockedVoice(context: BaseAudioContext, { source, pieces }: VoicePlan) {
  const rateHz = context.sampleRate;
  const ratio = source.rateHz / rateHz;
  const output = new GainNode(context);
  const sounding = new Set<AudioBufferSourceNode>();
  output.connect(context.destination);
  let next = 0;

  return {
    /** The sample up to which parts have been started. */
    next: () => next,
    /** Loads the part after a sample, before `end`; null if there is none. Throws if it cannot be fetched. */
    async load(after: number, end: number): Promise<LoadedPart | null> {
      const piece = pieces.find(({ at, frames }) => after < at + frames);
      if (!piece || Math.max(after, piece.at) >= end) return null;
      const at = Math.max(after, piece.at);
      const from = at - piece.at + piece.from;
      const chunk = await source.chunkWith(Math.min(source.frames - 1, Math.round(from * ratio)));
      const { decoded, at: decodedAt } = await decode(context, chunk, source.rateHz);
      const offset = Math.max(0, Math.round(from - decodedAt));
      const left = Math.min(Math.round(chunk.to / ratio) - from, Math.min(end, piece.at + piece.frames) - at);
      const length = Math.max(1, Math.min(left, decoded.length - offset));
      return { buffer: partOf(decoded, offset, length), at, to: at + length };
    },
    /** Starts a part at a time of the context's clock. */
    start({ buffer, to }: LoadedPart, atS: number): void {
      const node = new AudioBufferSourceNode(context, { buffer });
      node.connect(output);
      sounding.add(node);
      node.addEventListener('ended', () => sounding.delete(node));
      node.start(atS);
      next = to;
    },
    /** Stops at a time of the context's clock. The next part to load contains `sample`. */
    stopAt(sample: number, atS: number): void {
      for (const node of sounding) node.stop(atS);
      sounding.clear();
      next = sample;
    },
    /**
     * Changes the gain; with `isDipped` through silence, so that a blind listener cannot hear whether anything changed.
     */
    setGain(factor: number, isDipped: boolean): void {
      const { gain: level } = output;
      const now = context.currentTime;
      level.cancelScheduledValues(now);
      level.setValueAtTime(level.value, now);
      if (isDipped) for (const steps of [1, 2]) level.linearRampToValueAtTime(0, now + steps * switchS);
      level.linearRampToValueAtTime(factor, now + (isDipped ? 3 : 1) * switchS);
    },
  };
}

type LockedVoice = ReturnType<typeof createLockedVoice>;

const aheadS = 6;
const lookEveryMs = 200;
const startsInS = 0.05;
const stopsInS = 0.02;
const firstS = 2;

/** One run of playback, from a start or a seek to its end. */
type Run = { isOver: boolean; startFrame: number; timer?: ReturnType<typeof setInterval> };

/** A passage of the time axis, from a sample up to, not including, another. */
export type Passage = { readonly from: number; readonly to: number };

type Plan = {
  readonly voices: readonly VoicePlan[];
  /** The length of the axis, in samples. */
  readonly frames: number;
};

/**
 * Plays several sources on one clock, in sync to the sample, with a gain each. The sources are loaded in parts that
 * start at times of the same clock. The context runs at the rate of the axis. `onChange` is called when playback
 * starts, stops, ends or fails (with the error).
 */
export class LockedPlayer {
  readonly #context: AudioContext;
  readonly #voices: readonly LockedVoice[];
  readonly #frames: number;
  readonly #onChange: (error?: unknown) => void;
  #run: Run | null = null;
  #isHeard = false;
  #startSample = 0;
  // The passage that is looped; null if everything plays once.
  #loop: Passage | null = null;

  constructor(context: AudioContext, { voices, frames }: Plan, onChange: (error?: unknown) => void) {
    this.#context = context;
    this.#voices = voices.map((plan) => createLockedVoice(context, plan));
    this.#frames = frames;
    this.#onChange = onChange;
  }

  isPlaying(): boolean {
    return this.#isHeard;
  }

  /** Returns true if it plays, or will once its sound is loaded. */
  isOn(): boolean {
    return this.#run !== null;
  }

  /** Returns the sample of the axis that is audible now. */
  place(): number {
    if (!this.#run || !this.#isHeard) return this.#startSample;
    const { currentTime, sampleRate } = this.#context;
    const since = Math.max(0, currentTime * sampleRate - this.#run.startFrame);
    return Math.min(this.#endSample(), Math.round(this.#startSample + since));
  }

  async play(): Promise<void> {
    if (!this.#run) await this.#begin();
  }

  pause(): void {
    this.#end(this.place());
  }

  seek(sample: number): void {
    const wasPlaying = this.#run !== null;
    const { from, to } = this.#loop ?? { from: 0, to: this.#frames };
    this.#stopAt(Math.max(from, Math.min(to, Math.round(sample))));
    if (wasPlaying) void this.#begin();
    else this.#onChange();
  }

  /** Loops a passage until called with null. */
  loop(passage: Passage | null): void {
    this.#loop = passage;
    this.seek(this.place());
  }

  /**
   * Sets the gain of each voice, as a factor, within some milliseconds; with `isDipped` through silence, even if
   * nothing changes.
   */
  setGains(gains: readonly number[], isDipped = false): void {
    for (const [index, voice] of this.#voices.entries()) voice.setGain(gains[index] ?? 0, isDipped);
  }

  #endSample(): number {
    return this.#loop?.to ?? this.#frames;
  }

  #stopAt(sample: number): void {
    if (this.#run) {
      this.#run.isOver = true;
      clearInterval(this.#run.timer);
    }
    this.#run = null;
    this.#isHeard = false;
    this.#startSample = sample;
    // All stop at the same sample, which the clock has not reached yet.
    const atS = this.#context.currentTime + stopsInS;
    for (const voice of this.#voices) voice.stopAt(sample, atS);
  }

  #end(at: number, error?: unknown): void {
    this.#stopAt(at);
    this.#onChange(error);
  }

  /** Returns the time of a sample on the context's clock, exact at its own samples. */
  #timeOf(sample: number, { startFrame }: Run): number {
    return (startFrame + sample - this.#startSample) / this.#context.sampleRate;
  }

  async #begin(): Promise<void> {
    this.#stopAt(this.#startSample);
    const run: Run = { isOver: false, startFrame: 0 };
    this.#run = run;
    try {
      await this.#context.resume();
      const parts = await Promise.all(this.#voices.map((voice) => this.#loadFirst(voice)));
      if (run.isOver) return;
      this.#startTogether(parts, run);
      this.#isHeard = true;
      this.#follow(run);
      this.#onChange();
    } catch (error) {
      if (!run.isOver) this.#end(this.#startSample, error);
    }
  }

  /**
   * Starts the first parts of all voices at one time, or later if a busy processor let that time pass before the last
   * one started.
   */
  #startTogether(parts: readonly (readonly LoadedPart[])[], run: Run): void {
    for (let leadS = startsInS; ; leadS *= 2) {
      const begunMs = performance.now();
      run.startFrame = Math.ceil((this.#context.currentTime + leadS) * this.#context.sampleRate);
      for (const [index, first] of parts.entries())
        for (const part of first) this.#voices[index]?.start(part, this.#timeOf(part.at, run));
      const isInTime = this.#context.currentTime < this.#timeOf(this.#startSample, run);
      if (isInTime && performance.now() - begunMs < 500 * leadS) return;
      for (const voice of this.#voices) voice.stopAt(this.#startSample, this.#context.currentTime);
    }
  }

  /** Loads enough of a voice that it does not run out before more is loaded, since a part may be short. */
  async #loadFirst(voice: LockedVoice): Promise<LoadedPart[]> {
    const parts: LoadedPart[] = [];
    const enough = Math.min(this.#endSample(), this.#startSample + firstS * this.#context.sampleRate);
    for (let at = this.#startSample; at < enough;) {
      const part = await voice.load(at, this.#endSample());
      if (!part) break;
      parts.push(part);
      at = part.to;
    }
    return parts;
  }

  #follow(run: Run): void {
    const busy = new Set<LockedVoice>();
    run.timer = setInterval(() => {
      if (this.place() >= this.#endSample()) return this.#atEnd();
      for (const voice of this.#voices) {
        if (busy.has(voice)) continue;
        busy.add(voice);
        void this.#feed(voice, run).finally(() => busy.delete(voice));
      }
    }, lookEveryMs);
  }

  #atEnd(): void {
    if (!this.#loop) return this.#end(0);
    this.#stopAt(this.#loop.from);
    void this.#begin();
  }

  /** Keeps a voice some seconds ahead of playback, and restarts it if samples came too late. */
  async #feed(voice: LockedVoice, run: Run): Promise<void> {
    try {
      while (voice.next() < Math.min(this.#endSample(), this.place() + aheadS * this.#context.sampleRate)) {
        const part = await voice.load(voice.next(), this.#endSample());
        if (run.isOver || !part) return;
        if (this.#timeOf(part.at, run) < this.#context.currentTime) {
          this.#stopAt(this.place());
          return await this.#begin();
        }
        voice.start(part, this.#timeOf(part.at, run));
      }
    } catch (error) {
      if (!run.isOver) this.#end(this.place(), error);
    }
  }
}
