import type { SoundChunk, SoundSource } from './sound-source.client.ts';
import { floatWaveOf } from './wave-layout.ts';

/** A piece of a source on the common time axis, in samples of the axis. */
type PlacedPiece = { readonly at: number; readonly from: number; readonly frames: number };

type VoicePlan = { readonly source: SoundSource; readonly pieces: readonly PlacedPiece[] };

/** Decoded samples from `at` up to, not including, `to` on the axis; no buffer where the source has nothing. */
type LoadedPart = { readonly buffer: AudioBuffer | null; readonly at: number; readonly to: number };

const switchS = 0.004;

/** Decoded parts that a voice keeps, in seconds: a loop of this length is decoded once. */
const keptS = 30;

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

/** Keeps the newest parts of a voice. */
function createKeptParts(rateHz: number) {
  let kept: { readonly buffer: AudioBuffer; readonly at: number; readonly to: number }[] = [];
  return {
    /** Returns the rest of a kept part, up to `end`; null if there is none. */
    find(at: number, end: number): LoadedPart | null {
      const part = kept.find((each) => at >= each.at && at < each.to);
      if (!part) return null;
      const to = Math.min(part.to, end);
      const isWhole = at === part.at && to === part.to;
      return { buffer: isWhole ? part.buffer : partOf(part.buffer, at - part.at, to - at), at, to };
    },
    add(part: (typeof kept)[number]): void {
      kept.push(part);
      while (kept.length > 1 && kept.reduce((sum, { at, to }) => sum + to - at, 0) > keptS * rateHz)
        kept = kept.slice(1);
    },
  };
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
  const kept = createKeptParts(rateHz);

  return {
    /** The sample up to which parts have been started. */
    next: () => next,
    /** Loads the part after a sample, before `end`; null if there is none. Throws if it cannot be fetched. */
    async load(after: number, end: number): Promise<LoadedPart | null> {
      const piece = pieces.find(({ at, frames }) => after < at + frames);
      if (!piece || Math.max(after, piece.at) >= end) return null;
      const at = Math.max(after, piece.at);
      const known = kept.find(at, end);
      if (known) return known;
      const from = at - piece.at + piece.from;
      const chunk = await source.chunkWith(Math.min(source.frames - 1, Math.round(from * ratio)));
      const { decoded, at: decodedAt } = await decode(context, chunk, source.rateHz);
      const offset = Math.max(0, Math.round(from - decodedAt));
      const left = Math.min(Math.round(chunk.to / ratio) - from, Math.min(end, piece.at + piece.frames) - at);
      const length = Math.max(1, Math.min(left, decoded.length - offset));
      const part = { buffer: partOf(decoded, offset, length), at, to: at + length };
      kept.add(part);
      return part;
    },
    /** Starts a part at a time of the context's clock. */
    start({ buffer, to }: LoadedPart, atS: number): void {
      next = to;
      if (!buffer) return;
      const node = new AudioBufferSourceNode(context, { buffer });
      node.connect(output);
      sounding.add(node);
      node.addEventListener('ended', () => sounding.delete(node));
      node.start(atS);
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

/** One run of playback, from a start or a seek to its end. In a loop, samples count on from one pass to the next. */
type Run = { isOver: boolean; startFrame: number; timer?: ReturnType<typeof setInterval> };

/** Returns the sample of the axis at which to start, given the time of the context's clock. */
type PlaceAt = (atS: number) => number;

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

  /** Returns how long it takes until it is audible, in seconds; 0 if it already is, or is off. */
  startsInS(): number {
    const { currentTime, sampleRate } = this.#context;
    return this.#run && this.#isHeard ? Math.max(0, this.#run.startFrame / sampleRate - currentTime) : 0;
  }

  /** Returns true if it plays, or will once its sound is loaded. */
  isOn(): boolean {
    return this.#run !== null;
  }

  /** Returns the sample of the axis that is audible now, or at a time of the context's clock. */
  place(atS = this.#context.currentTime): number {
    return this.#axisOf(this.#reached(atS));
  }

  async play(): Promise<void> {
    if (!this.#run) await this.#begin();
  }

  /** Starts so that it is at the place that `placeAt` returns for each time of the context's clock. */
  async playInStep(placeAt: PlaceAt): Promise<void> {
    this.#stopAt(this.#within(placeAt(this.#context.currentTime)));
    await this.#begin(placeAt);
  }

  pause(): void {
    this.#end(this.place());
  }

  seek(sample: number): void {
    const wasPlaying = this.#run !== null;
    this.#stopAt(this.#within(sample));
    if (wasPlaying) void this.#begin();
    else this.#onChange();
  }

  /** Loops a passage, without a gap, until called with null. */
  loop(passage: Passage | null): void {
    const at = this.place();
    this.#loop = passage;
    this.seek(at);
  }

  /**
   * Sets the gain of each voice, as a factor, within some milliseconds; with `isDipped` through silence, even if
   * nothing changes.
   */
  setGains(gains: readonly number[], isDipped = false): void {
    for (const [index, voice] of this.#voices.entries()) voice.setGain(gains[index] ?? 0, isDipped);
  }

  #within(sample: number): number {
    const { from, to } = this.#loop ?? { from: 0, to: this.#frames };
    return Math.max(from, Math.min(to, Math.round(sample)));
  }

  /** Returns the sample of this run at a time, counted on through the passes of a loop. */
  #reached(atS: number): number {
    if (!this.#run || !this.#isHeard) return this.#startSample;
    const since = Math.max(0, atS * this.#context.sampleRate - this.#run.startFrame);
    return Math.min(this.#lastSample(), Math.round(this.#startSample + since));
  }

  /** Returns where a sample of a run is on the axis. */
  #axisOf(sample: number): number {
    if (!this.#loop || sample < this.#loop.to) return sample;
    const { from, to } = this.#loop;
    return from + ((sample - from) % (to - from));
  }

  #lastSample(): number {
    return this.#loop ? Infinity : this.#frames;
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

  async #begin(placeAt?: PlaceAt): Promise<void> {
    this.#stopAt(this.#startSample);
    const run: Run = { isOver: false, startFrame: 0 };
    this.#run = run;
    try {
      await this.#context.resume();
      if (!(await this.#startTogether(run, placeAt))) return;
      this.#isHeard = true;
      this.#follow(run);
      this.#onChange();
    } catch (error) {
      if (!run.isOver) this.#end(this.#startSample, error);
    }
  }

  /**
   * Starts the first parts of all voices at one time, or later if a busy processor or a slow network let that time pass
   * before the last one started. Returns false if the run ended meanwhile.
   */
  async #startTogether(run: Run, placeAt: PlaceAt | undefined): Promise<boolean> {
    let parts = await Promise.all(this.#voices.map((voice) => this.#loadFirst(voice)));
    for (let leadS = startsInS; !run.isOver; leadS *= 2) {
      const begunMs = performance.now();
      run.startFrame = Math.ceil((this.#context.currentTime + leadS) * this.#context.sampleRate);
      if (placeAt) {
        this.#startSample = this.#within(placeAt(run.startFrame / this.#context.sampleRate));
        parts = await Promise.all(this.#voices.map((voice) => this.#loadFirst(voice)));
        if (run.isOver) return false;
      }
      for (const [index, first] of parts.entries())
        for (const part of first) this.#voices[index]?.start(part, this.#timeOf(part.at, run));
      const isInTime = this.#context.currentTime < this.#timeOf(this.#startSample, run);
      if (isInTime && performance.now() - begunMs < 500 * leadS) return true;
      for (const voice of this.#voices) voice.stopAt(this.#startSample, this.#context.currentTime);
    }
    return false;
  }

  /** Loads the part of a voice after a sample of a run; null at the end of the axis. */
  async #load(voice: LockedVoice, sample: number): Promise<LoadedPart | null> {
    const at = this.#axisOf(sample);
    const before = sample - at;
    const end = this.#loop?.to ?? this.#frames;
    const part = await voice.load(at, end);
    if (part) return { ...part, at: part.at + before, to: part.to + before };
    return this.#loop ? { buffer: null, at: sample, to: end + before } : null;
  }

  /** Loads enough of a voice that it does not run out before more is loaded, since a part may be short. */
  async #loadFirst(voice: LockedVoice): Promise<LoadedPart[]> {
    const parts: LoadedPart[] = [];
    const enough = Math.min(this.#lastSample(), this.#startSample + firstS * this.#context.sampleRate);
    for (let at = this.#startSample; at < enough;) {
      const part = await this.#load(voice, at);
      if (!part) break;
      parts.push(part);
      at = part.to;
    }
    return parts;
  }

  #follow(run: Run): void {
    const busy = new Set<LockedVoice>();
    run.timer = setInterval(() => {
      if (this.#reached(this.#context.currentTime) >= this.#lastSample()) return this.#end(0);
      for (const voice of this.#voices) {
        if (busy.has(voice)) continue;
        busy.add(voice);
        void this.#feed(voice, run).finally(() => busy.delete(voice));
      }
    }, lookEveryMs);
  }

  /** Keeps a voice some seconds ahead of playback, and restarts it if samples came too late. */
  async #feed(voice: LockedVoice, run: Run): Promise<void> {
    const aheadOf = () => this.#reached(this.#context.currentTime) + aheadS * this.#context.sampleRate;
    try {
      while (voice.next() < Math.min(this.#lastSample(), aheadOf())) {
        const part = await this.#load(voice, voice.next());
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
