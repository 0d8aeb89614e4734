import {
  createLockedVoice,
  type LoadedPart,
  type LockedVoice,
  type VoicePlan,
} from './locked-voice.client.ts';

const aheadS = 6;
const lookEveryMs = 200;
const startsInS = 0.05;
const stopsInS = 0.02;
const firstS = 2;

/** One stretch of playing, from a start or a seek to its end. */
type Run = { isOver: boolean; startFrame: number; timer?: ReturnType<typeof setInterval> };

/** A passage of the time axis, from a sample up to and without another. */
export type Passage = { readonly from: number; readonly to: number };

type Plan = {
  readonly voices: readonly VoicePlan[];
  /** How long the axis is, in samples. */
  readonly frames: number;
};

/**
 * Plays several sources at once on one clock, locked to the sample: each in parts that begin at times of the same clock, with a
 * gain each. The context runs at the rate of the axis. `onChange` is called when it starts, stops, ends or fails (with the error).
 */
export class LockedPlayer {
  readonly #context: AudioContext;
  readonly #voices: readonly LockedVoice[];
  readonly #frames: number;
  readonly #onChange: (error?: unknown) => void;
  #run: Run | null = null;
  #isHeard = false;
  #startSample = 0;
  // The passage that is repeated; null if all is played once.
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

  /** True if it plays, or will once its sound is loaded. */
  isOn(): boolean {
    return this.#run !== null;
  }

  /** The sample of the axis that is heard now. */
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

  /** Lets only a passage be heard, again and again, until it is null. */
  loop(passage: Passage | null): void {
    this.#loop = passage;
    this.seek(this.place());
  }

  /** Sets how loud each voice is, as a factor, within some milliseconds; with `isDipped` through silence, also where nothing changes. */
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
    // All at the same sample, which the clock has not reached yet.
    const atS = this.#context.currentTime + stopsInS;
    for (const voice of this.#voices) voice.stopAt(sample, atS);
  }

  #end(at: number, error?: unknown): void {
    this.#stopAt(at);
    this.#onChange(error);
  }

  /** When a sample is heard, by the context's clock: exactly at one of its own samples. */
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

  /** Starts the first parts of all voices at one time; later, where a busy processor may have let that time pass before the last. */
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

  /** Enough of a voice that it does not fall silent before more is loaded: a part may be over at once. */
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

  /** Keeps a voice some seconds ahead of what is heard, and begins again where samples came too late. */
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
