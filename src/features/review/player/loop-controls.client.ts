import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import type { Span } from './comment-form.client.ts';
import { leastLoopMs, loopTextOf, parseLoop, type LoopRange } from './loop-range.ts';
import { takeovers, type Playback, type Takeover } from './review-playback.client.ts';
import type { Played } from '../compare/blind-test.ts';
import { StagedSound, type StagedSounds } from './staged-sound.client.ts';
import { fractionOf, momentAtX, viewEvent, viewOf } from './timeline-view.ts';
import { placeOn, type Places } from './version-alignment.ts';

/** What is looped when no range is selected, in milliseconds. */
const usualMs = 4000;
/** An arrow key moves a handle by this much; with Shift, and by a page key. */
const stepsMs = { arrow: 100, fine: 10, page: 1000 } as const;

/** Returns the sound of a player: of its recording, or of both versions of a comparison. */
function soundsOf(player: HTMLElement): StagedSounds {
  const { rateHz, durationMs, sound = '' } = player.dataset;
  const compared = player.querySelector<HTMLElement>('[data-compare]')?.dataset['compare'];
  if (compared === undefined)
    return {
      rateHz: Number(rateHz ?? 48_000),
      durationMs: Number(durationMs),
      voices: [{ url: sound, places: null }],
    };
  const { urls, pieces, frames, rateHz: axisHz } = JSON.parse(compared) as Played;
  const ms = (samples: number) => (1000 * samples) / axisHz;
  const places = pieces.map(
    ({ olderAt, newerAt, frames: length }) => [ms(olderAt), ms(newerAt), ms(length)] as const,
  );
  return {
    rateHz: axisHz,
    durationMs: ms(frames),
    voices: [
      { url: urls[0], places },
      { url: urls[1], places: null },
    ],
  };
}

/** Adds the loop to the page's address, or removes it. */
function nameInAddress(range: LoopRange | null): void {
  const address = new URL(location.href);
  if (range) address.searchParams.set('loop', loopTextOf(range));
  else address.searchParams.delete('loop');
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

/** Returns the same passage in another version; null if it is too short there. */
function rangeOn(places: Places | null, { fromMs, toMs }: LoopRange, durationMs: number): LoopRange | null {
  const from = Math.round(placeOn(places, fromMs));
  const to = Math.min(durationMs, Math.round(placeOn(places, toMs - 1) + 1));
  return to - from >= leastLoopMs ? { fromMs: from, toMs: to } : null;
}

/** The parts of the player that a loop uses. */
export type LoopParts = {
  readonly playback: Playback;
  /** Selects a range, or none. */
  readonly select: (span: Span | null) => void;
};

/** Loops a range of one player. The selected range has handles even while it is not looped. */
export class PlayerLoop implements Takeover {
  readonly #player: HTMLElement;
  readonly #media: HTMLMediaElement;
  readonly sound: StagedSound;
  readonly #timeline: HTMLElement | null;
  #parts: LoopParts | null = null;
  #selected: LoopRange | null = null;
  #isOn = false;

  constructor(player: HTMLElement, media: HTMLMediaElement) {
    this.#player = player;
    this.#media = media;
    this.#timeline = player.querySelector<HTMLElement>('[data-timeline]');
    // The volume includes the matching of levels.
    this.sound = new StagedSound(
      media,
      soundsOf(player),
      () => [media.volume],
      () => this.#parts?.playback.draw(),
    );
  }

  /** Wires the handles once the player is on the page. */
  attach(parts: LoopParts): void {
    this.#parts = parts;
    for (const handle of this.#handles()) this.#wireHandle(handle);
    this.#timeline?.addEventListener(viewEvent, () => this.#drawHandles());
    if (this.#isOn && this.#selected) this.#show(this.#selected);
  }

  isOn(): boolean {
    return this.#isOn;
  }

  exactMs(): number | null {
    return this.sound.exactMs();
  }

  seek(ms: number): boolean {
    const range = this.#selected;
    if (!this.#isOn || !range) return this.sound.seek(ms);
    if (ms >= range.fromMs && ms < range.toMs) return this.sound.seek(ms);
    // The listener wants to hear something else.
    void this.#end(ms);
    return true;
  }

  /** Returns to the start where the element itself is heard, which is not exact. */
  follow(): void {
    const range = this.#selected;
    if (!this.#isOn || !range || this.sound.exactMs() !== null || this.#media.seeking) return;
    if (this.#media.currentTime * 1000 < range.toMs && !this.#media.ended) return;
    const isEnd = this.#media.ended;
    this.#media.currentTime = range.fromMs / 1000;
    if (isEnd) void this.#media.play().catch(() => undefined);
  }

  async prepareFor(next: HTMLElement, places: Places | null): Promise<() => void> {
    const media = next.querySelector<HTMLMediaElement>('audio, video');
    const range = this.#selected && rangeOn(places, this.#selected, Number(next.dataset['durationMs']));
    if (!this.#isOn || !media || !range) return () => this.sound.end();
    const loop = new PlayerLoop(next, media);
    loop.#isOn = true;
    loop.#selected = range;
    takeovers.set(next, loop);
    return loop.sound.follow(this.sound, places, range);
  }

  end(): void {
    this.sound.end();
  }

  /** Shows the handles of the selected range; a loop follows it. Null while looping keeps the loop. */
  setRange(span: Span | null): void {
    if (span?.untilMs == null) {
      if (!this.#isOn) this.#selected = null;
    } else {
      const range = { fromMs: span.atMs, toMs: span.untilMs };
      const isSame = range.fromMs === this.#selected?.fromMs && range.toMs === this.#selected.toMs;
      this.#selected = range;
      if (this.#isOn && !isSame) this.#apply(range);
    }
    this.#drawHandles();
  }

  /** Turns the loop of the selected range on or off; without one, of some seconds from the playhead. */
  toggle(): void {
    if (this.#isOn) void this.#end();
    else this.start(this.#selected ?? this.#usualRange());
  }

  /** Loops a range, from its start unless the playhead is inside. */
  start(range: LoopRange): void {
    this.#isOn = true;
    this.#selected = range;
    takeovers.set(this.#player, this);
    this.#show(range);
    const atMs = this.#parts?.playback.exactMs() ?? 0;
    if (atMs < range.fromMs || atMs >= range.toMs) {
      if (!this.sound.seek(range.fromMs)) this.#media.currentTime = range.fromMs / 1000;
      this.#parts?.playback.draw();
    }
    void this.sound.takeOver(range);
  }

  /** Ends the loop; the selection stays. */
  async #end(seekMs?: number): Promise<void> {
    this.#isOn = false;
    this.#press();
    nameInAddress(null);
    // It keeps the position until the element is heard again.
    if (seekMs !== undefined && this.sound.exactMs() === null) this.#media.currentTime = seekMs / 1000;
    if (this.sound.isHeld()) {
      void this.sound.takeOver(null);
      if (seekMs !== undefined) this.sound.seek(seekMs);
      return;
    }
    await this.sound.release(seekMs);
    if (!this.#isOn) takeovers.delete(this.#player);
  }

  #usualRange(): LoopRange {
    const durationMs = Number(this.#player.dataset['durationMs']);
    const fromMs = Math.round(Math.max(0, Math.min(this.#parts?.playback.atMs() ?? 0, durationMs - usualMs)));
    return { fromMs, toMs: Math.min(durationMs, fromMs + usualMs) };
  }

  #show(range: LoopRange): void {
    this.#press();
    nameInAddress(range);
    this.#parts?.select({ atMs: range.fromMs, untilMs: range.toMs });
    this.#drawHandles();
  }

  #apply(range: LoopRange): void {
    nameInAddress(range);
    void this.sound.takeOver(range);
  }

  #press(): void {
    this.#player.querySelector('[data-loop]')?.setAttribute('aria-pressed', String(this.#isOn));
  }

  #handles(): HTMLElement[] {
    return [...(this.#timeline?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])];
  }

  #drawHandles(): void {
    const range = this.#selected;
    for (const handle of this.#handles()) {
      handle.hidden = range === null;
      if (!range || !this.#timeline) continue;
      const ms = handle.dataset['handle'] === 'from' ? range.fromMs : range.toMs;
      const at = fractionOf(viewOf(this.#timeline), ms);
      handle.toggleAttribute('data-outside', at < 0 || at > 1);
      handle.style.left = `${at * 100}%`;
      handle.ariaValueNow = String(ms);
      handle.ariaValueText = timeCodeOf(ms);
    }
  }

  /** Moves one end of the range, which never crosses the other one. */
  #move(handle: HTMLElement, ms: number): void {
    const range = this.#selected;
    if (!range) return;
    const whole = Math.round(ms);
    const durationMs = Number(this.#player.dataset['durationMs']);
    const moved =
      handle.dataset['handle'] === 'from'
        ? { ...range, fromMs: Math.max(0, Math.min(whole, range.toMs - leastLoopMs)) }
        : { ...range, toMs: Math.min(durationMs, Math.max(whole, range.fromMs + leastLoopMs)) };
    this.setRange({ atMs: moved.fromMs, untilMs: moved.toMs });
    this.#parts?.select({ atMs: moved.fromMs, untilMs: moved.toMs });
  }

  #wireHandle(handle: HTMLElement): void {
    const timeline = this.#timeline;
    if (!timeline) return;
    handle.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus({ preventScroll: true });
    });
    handle.addEventListener('pointermove', (event) => {
      if (handle.hasPointerCapture(event.pointerId)) this.#move(handle, momentAtX(timeline, event.clientX));
    });
    handle.addEventListener('keydown', (event) => {
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      const sign = /^(ArrowLeft|ArrowDown|PageDown)$/.test(key)
        ? -1
        : /^(ArrowRight|ArrowUp|PageUp)$/.test(key)
          ? 1
          : 0;
      if (sign === 0 || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      const step = key.startsWith('Page') ? stepsMs.page : shiftKey ? stepsMs.fine : stepsMs.arrow;
      this.#move(handle, Number(handle.ariaValueNow) + sign * step);
    });
  }
}

/** Returns the loop of a player, wired. A loop in the page's address starts at once. */
export function wireLoop(player: HTMLElement, media: HTMLMediaElement, parts: LoopParts): PlayerLoop {
  const known = takeovers.get(player);
  const loop = known instanceof PlayerLoop ? known : new PlayerLoop(player, media);
  loop.attach(parts);
  const named = parseLoop(
    new URL(location.href).searchParams.get('loop'),
    Number(player.dataset['durationMs']),
  );
  if (player.querySelector('[data-compare]')) takeovers.set(player, loop);
  if (named && !loop.isOn()) loop.start(named);
  return loop;
}
