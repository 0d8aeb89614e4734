import { LockedPlayer } from '#src/playing/locked-player.client.ts';
import { openSoundSource } from '#src/playing/sound-source.client.ts';
import type { LoopRange } from './loop-range.ts';
import { placeOn, type Places } from './version-alignment.ts';

/** What is staged: sounds on the time axis of a player's recording. */
export type StagedSounds = {
  /** The sample rate of the axis. */
  readonly rateHz: number;
  readonly durationMs: number;
  /** The sounds and where their passages are on the axis; null for the recording itself. */
  readonly voices: readonly { readonly url: string; readonly places: Places | null }[];
};

/** The time a media element takes to sound after a seek, in seconds. */
const seekS = 0.06;
const longestSeekMs = 1000;

/** Resolves when a player that has been started is audible. */
const untilAudible = (player: LockedPlayer) =>
  new Promise((resolve) => setTimeout(resolve, 1000 * player.startsInS()));

/** One context for all players of a page, so that one can follow another without a gap. */
let sharedContext: AudioContext | null = null;

function contextOf(rateHz: number): AudioContext {
  sharedContext ??= new AudioContext({ sampleRate: rateHz });
  return sharedContext;
}

/**
 * Plays the sounds of a recording instead of its media element, which is muted and only keeps the state: exact to the
 * sample, several in step, and a range without a gap. Until the sounds are loaded, and at another speed, the element is
 * heard.
 */
export class StagedSound {
  readonly #media: HTMLMediaElement;
  readonly #sounds: StagedSounds;
  #gains: () => readonly number[];
  readonly #onChange: () => void;
  #player: LockedPlayer | null = null;
  #opening: Promise<LockedPlayer> | null = null;
  #range: LoopRange | null = null;
  #isTaken = false;
  #isWanted = false;
  /** Where a failure is reported while nothing else may be heard; null if the element may. */
  #held: HTMLElement | null = null;

  constructor(
    media: HTMLMediaElement,
    sounds: StagedSounds,
    /** Returns the gain of each voice, as a factor. */
    gains: () => readonly number[],
    /** Called when it starts or stops being heard. */
    onChange: () => void,
  ) {
    this.#media = media;
    this.#sounds = sounds;
    this.#gains = gains;
    this.#onChange = onChange;
    media.addEventListener('play', () => void this.#sound());
    media.addEventListener('pause', () => this.#player?.pause());
    media.addEventListener('volumechange', () => this.applyGains());
    media.addEventListener('ratechange', () => void this.#sound());
  }

  /** Returns the position in milliseconds; null while the element is heard. */
  exactMs(): number | null {
    return this.#isTaken && this.#player ? this.#msOf(this.#player.place()) : null;
  }

  /** Returns the position at a time of the shared clock. */
  msAt(atS: number): number {
    return this.#msOf(this.#player?.place(atS) ?? 0);
  }

  seek(ms: number): boolean {
    if (!this.#isTaken) return false;
    this.#player?.seek(this.#sampleOf(ms));
    return true;
  }

  /** Takes over from the element, which may be playing, and loops a range if there is one. */
  async takeOver(range: LoopRange | null): Promise<void> {
    this.#isWanted = true;
    this.#range = range;
    this.#player?.loop(this.#passage());
    await this.#sound();
  }

  /** Replaces the gain of each voice. */
  setGains(gains: () => readonly number[]): void {
    this.#gains = gains;
    this.applyGains();
  }

  /** Takes over for good: the element is never heard. Failures are reported in `failed`. */
  async hold(failed: HTMLElement | null): Promise<void> {
    this.#held = failed;
    this.#media.muted = true;
    await this.takeOver(null);
  }

  /** Returns true if the element is never heard. */
  isHeld(): boolean {
    return this.#held !== null;
  }

  /** Lets the element be heard again, from the same place or another one. */
  async release(atMs?: number): Promise<void> {
    this.#isWanted = false;
    const [player, media] = [this.#player, this.#media];
    if (!this.#isTaken || !player) return;
    const isPlaying = !media.paused;
    const lead = isPlaying && atMs === undefined ? seekS : 0;
    media.currentTime = (atMs ?? this.#msOf(player.place())) / 1000 + lead;
    if (isPlaying && media.seeking)
      await new Promise((resolve) => {
        const options = { once: true, signal: AbortSignal.timeout(longestSeekMs) };
        media.addEventListener('seeked', resolve, options);
        options.signal.addEventListener('abort', resolve);
      });
    if (!this.#isWanted) this.#leave();
  }

  /** Plays the same place as another one, unheard until the returned function is called. */
  async follow(other: StagedSound, places: Places | null, range: LoopRange | null): Promise<() => void> {
    this.#isWanted = true;
    this.#range = range;
    const placeAt = (atS: number) => this.#sampleOf(placeOn(places, other.msAt(atS)));
    let isHeard = false;
    if (other.exactMs() !== null)
      try {
        const player = await this.#open();
        player.loop(this.#passage());
        player.setGains([]);
        if (this.#media.paused) player.seek(placeAt(contextOf(this.#sounds.rateHz).currentTime));
        else await player.playInStep(placeAt);
        await untilAudible(player);
        isHeard = true;
      } catch {
        // The element is heard instead.
      }
    return () => {
      if (isHeard) this.#take();
      other.end();
    };
  }

  /** Stops for good. */
  end(): void {
    this.#isWanted = false;
    this.#player?.setGains([]);
    this.#player?.pause();
  }

  applyGains(isDipped = false): void {
    if (this.#isTaken) this.#player?.setGains(this.#gains(), isDipped);
  }

  #take(): void {
    this.#isTaken = true;
    if (this.#held) this.#held.textContent = '';
    this.#media.muted = true;
    // The muted element must not stop at its end.
    this.#media.loop = true;
    this.applyGains();
    this.#onChange();
  }

  #leave(): void {
    this.#isTaken = false;
    this.#media.muted = this.#held !== null;
    this.#media.loop = false;
    this.#player?.setGains([]);
    this.#player?.pause();
    this.#onChange();
  }

  /** Starts the staged sounds if they are wanted and the element plays. */
  async #sound(): Promise<void> {
    const media = this.#media;
    // Two versions in step have one speed.
    if (this.#held && media.playbackRate !== 1) media.playbackRate = 1;
    if (media.playbackRate !== 1) return this.#isTaken && !media.paused ? this.#giveBack() : undefined;
    if (!this.#isWanted || media.paused) return;
    try {
      const player = await this.#open();
      if (this.#isTaken) return await player.play();
      if (!this.#isWanted || media.paused) return;
      player.setGains([]);
      player.loop(this.#passage());
      const context = contextOf(this.#sounds.rateHz);
      await player.playInStep((atS) =>
        this.#sampleOf(1000 * (media.currentTime + Math.max(0, atS - context.currentTime))),
      );
      player.setGains(this.#gains());
      await untilAudible(player);
      if (this.#isWanted && !media.paused && player.isPlaying()) this.#take();
      else if (!this.#isTaken) player.pause();
    } catch {
      // The element goes on.
      this.#opening = null;
      this.#reportFailure();
    }
  }

  /** Without both versions, nothing is heard: the listener may try again. */
  #reportFailure(): void {
    if (!this.#held) return;
    this.#held.textContent = this.#held.dataset['compareFailed'] ?? '';
    this.#media.pause();
  }

  /** At another speed the element plays, since it keeps the pitch. */
  #giveBack(): void {
    this.#media.currentTime = (this.exactMs() ?? 0) / 1000;
    this.#leave();
  }

  #open(): Promise<LockedPlayer> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  async #load(): Promise<LockedPlayer> {
    const { rateHz, voices, durationMs } = this.#sounds;
    // Created before any await, while the press of play still counts as a user gesture.
    const context = contextOf(rateHz);
    const frames = this.#sampleOf(durationMs);
    const opened = await Promise.all(
      voices.map(async ({ url, places }) => ({
        source: await openSoundSource(url),
        pieces: (places ?? [[0, 0, durationMs] as const]).map(([from, at, ms]) => ({
          at: this.#sampleOf(at),
          from: this.#sampleOf(from),
          frames: this.#sampleOf(ms),
        })),
      })),
    );
    const player = new LockedPlayer(context, { voices: opened, frames }, (error) => {
      if (error !== undefined && this.#isTaken) {
        this.#giveBack();
        this.#reportFailure();
      }
      // A comparison that is not looped ends with the recording.
      else if (this.#isTaken && !player.isOn() && !this.#media.paused && this.#isWanted) this.#media.pause();
    });
    this.#player = player;
    return player;
  }

  #passage() {
    const range = this.#range;
    return range && { from: this.#sampleOf(range.fromMs), to: this.#sampleOf(range.toMs) };
  }

  #sampleOf(ms: number): number {
    return Math.round((ms * contextOf(this.#sounds.rateHz).sampleRate) / 1000);
  }

  #msOf(sample: number): number {
    return (1000 * sample) / contextOf(this.#sounds.rateHz).sampleRate;
  }
}
