import { fill } from '#src/platform/fill.ts';
import { LockedPlayer } from '#src/playing/locked-player.client.ts';
import { wholeSource } from '#src/playing/whole-source.client.ts';
import { minutesText } from './minutes-text.ts';

/** The data of a piece, or of a track (one sound), as the page provides it. */
export type Played = {
  readonly urls: readonly string[];
  /** Samples of each, at the rate of the context. */
  readonly frames: number;
  /** How much louder the second was than the first before both were made equally loud. */
  readonly differenceDb: number;
  /** "{now} of {length}". */
  readonly progress: string;
};

const factorOf = (db: number) => 10 ** (db / 20);

/** Plays both sounds of a piece on one clock, one of them audible. They are loaded at the first press on play. */
class PiecePlayer {
  readonly #piece: HTMLElement;
  readonly #played: Played;
  readonly #player: LockedPlayer;
  readonly #rateHz: number;
  readonly #play: HTMLButtonElement | null;
  readonly #position: HTMLInputElement | null;
  readonly #matched: HTMLButtonElement | null;
  readonly #voices: readonly HTMLButtonElement[];
  readonly #waves: readonly HTMLElement[];
  #voice: number;
  #frame = 0;

  constructor(piece: HTMLElement, context: AudioContext) {
    const find = <Part extends Element>(selector: string) => piece.querySelector<Part>(selector);
    this.#piece = piece;
    this.#played = JSON.parse(piece.dataset['piece'] ?? '{}') as Played;
    this.#rateHz = context.sampleRate;
    const { urls, frames } = this.#played;
    const voices = urls.map((url) => ({
      source: wholeSource(url, { rateHz: this.#rateHz, frames }),
      pieces: [{ at: 0, from: 0, frames }],
    }));
    this.#player = new LockedPlayer(context, { voices, frames }, (error) => this.#show(error));
    this.#play = find('[data-play]');
    this.#position = find('[data-position]');
    this.#matched = find('[data-matched]');
    this.#voices = [...piece.querySelectorAll<HTMLButtonElement>('[data-voice]')];
    this.#waves = [...piece.querySelectorAll<HTMLElement>('[data-wave]')];
    this.#voice = urls.length - 1;
    this.#applyLevels();
  }

  toggle(): void {
    if (this.#player.isOn()) this.stop();
    else this.#start();
  }

  stop(): void {
    if (this.#player.isOn()) this.#player.pause();
  }

  /** Seeks to the position of the slider. */
  seek(): void {
    this.#player.seek(((this.#position?.valueAsNumber ?? 0) * this.#rateHz) / 1000);
    this.#follow();
  }

  hear(voice: number): void {
    this.#voice = voice;
    for (const [index, button] of this.#voices.entries()) button.ariaPressed = String(index === voice);
    for (const [index, wave] of this.#waves.entries()) wave.toggleAttribute('data-heard', index === voice);
    this.#applyLevels();
  }

  /** Switches between equal loudness and the original difference. */
  toggleMatched(): void {
    if (this.#matched) this.#matched.ariaPressed = String(!this.#isMatched());
    this.#applyLevels();
  }

  #isMatched(): boolean {
    return this.#matched?.ariaPressed !== 'false';
  }

  /** The sounds themselves are equally loud. */
  #applyLevels(): void {
    const { differenceDb, urls } = this.#played;
    const isMatched = this.#isMatched();
    const backDb = [Math.max(0, -differenceDb), Math.max(0, differenceDb)];
    this.#player.setGains(
      urls.map((_, index) => (index === this.#voice ? factorOf(isMatched ? 0 : (backDb[index] ?? 0)) : 0)),
    );
    // The louder waveform keeps its height; the quieter one is drawn lower.
    for (const [index, wave] of this.#waves.entries())
      wave.style.scale = isMatched ? '' : `1 ${factorOf((backDb[index] ?? 0) - Math.max(...backDb))}`;
  }

  /** The player reports when it starts to sound and when it fails. */
  #start(): void {
    void this.#player.play();
    this.#show();
  }

  #show(error?: unknown): void {
    const isOn = this.#player.isOn();
    const labels = JSON.parse(this.#play?.dataset['labels'] ?? '[]') as readonly string[];
    this.#play?.toggleAttribute('data-playing', isOn);
    this.#play?.setAttribute('aria-label', labels[isOn ? 1 : 0] ?? '');
    this.#piece.toggleAttribute('data-loading', isOn && !this.#player.isPlaying());
    const failed = this.#piece.querySelector<HTMLElement>('[data-failed]');
    if (failed) failed.textContent = error === undefined ? '' : (failed.dataset['failed'] ?? '');
    this.#follow();
  }

  /** Shows the position, in every frame while playing. */
  #follow(): void {
    cancelAnimationFrame(this.#frame);
    const place = this.#player.place();
    const { frames } = this.#played;
    this.#piece.toggleAttribute('data-begun', place > 0 || this.#player.isPlaying());
    this.#piece.style.setProperty('--at', `${(100 * place) / frames}%`);
    this.#tell(place / this.#rateHz, frames / this.#rateHz);
    if (this.#player.isPlaying()) this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #tell(seconds: number, lengthS: number): void {
    const words = fill(this.#played.progress, { now: minutesText(seconds), length: minutesText(lengthS) });
    const progress = this.#piece.querySelector<HTMLElement>('[data-progress]');
    if (progress && progress.textContent !== words) progress.textContent = words;
    if (!this.#position) return;
    this.#position.value = String(Math.round(1000 * seconds));
    if (this.#position.ariaValueText !== words) this.#position.ariaValueText = words;
  }
}

export type Stage = {
  /** Handles a control of a piece. */
  readonly take: (piece: HTMLElement, control: HTMLElement) => void;
};

/** Holds the players of the pieces in use; one plays at a time. */
export function createStage(context: AudioContext): Stage {
  const players = new Map<HTMLElement, PiecePlayer>();
  function playerOf(piece: HTMLElement): PiecePlayer {
    const player = players.get(piece) ?? new PiecePlayer(piece, context);
    players.set(piece, player);
    return player;
  }
  addEventListener('pagehide', () => {
    for (const player of players.values()) player.stop();
  });
  return {
    take(piece, control) {
      const player = playerOf(piece);
      const { play, voice, matched, position } = control.dataset;
      if (voice !== undefined) player.hear(Number(voice));
      if (matched !== undefined) player.toggleMatched();
      if (position !== undefined) player.seek();
      if (play === undefined) return;
      for (const other of players.values()) if (other !== player) other.stop();
      player.toggle();
    },
  };
}
