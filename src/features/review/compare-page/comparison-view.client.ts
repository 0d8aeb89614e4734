import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';

type Words = Readonly<Record<'play' | 'pause' | 'loading' | 'failed', string>>;

type Shown = { readonly atMs: number; readonly lengthMs: number };

/** The parts of a comparison's player that move; null where the page shows none. */
export function comparisonViewOf(section: HTMLElement) {
  const find = <Part extends Element>(selector: string) => section.querySelector<Part>(selector);
  const [transport, play, progress] = [
    find<HTMLElement>('[data-transport]'),
    find<HTMLButtonElement>('[data-play]'),
    find<HTMLElement>('[data-progress]'),
  ];
  const [position, head, failed] = [
    find<HTMLInputElement>('[data-position]'),
    find<HTMLElement>('[data-head]'),
    find<HTMLElement>('[data-failed]'),
  ];
  const matched = find<HTMLButtonElement>('[data-matched]');
  if (!transport || !play || !progress || !position || !head || !failed || !matched) return null;
  const words = JSON.parse(section.dataset['words'] ?? '{}') as Words;
  const voices = [...section.querySelectorAll<HTMLButtonElement>('[data-voice]')];
  const waves = [...section.querySelectorAll<SVGElement>('[data-wave]')];
  return {
    play,
    position,
    matched,
    voices,
    /** Takes the place of the browser's players. */
    appear(): void {
      section.dataset['wired'] = '';
      transport.hidden = false;
      position.hidden = false;
    },
    showPlace({ atMs, lengthMs }: Shown): void {
      const now = timeCodeOf(atMs);
      progress.textContent = fill(progress.dataset['progress'] ?? '', { now });
      head.style.left = `${Math.min(100, (100 * atMs) / lengthMs)}%`;
      position.value = String(Math.round(atMs));
      position.setAttribute('aria-valuetext', now);
    },
    showState(state: 'play' | 'pause' | 'loading', error?: unknown): void {
      play.toggleAttribute('data-playing', state === 'pause');
      play.setAttribute('aria-label', words[state]);
      failed.textContent = error === undefined ? '' : words.failed;
    },
    /** Shows which version is heard; null hides it, for a blind test. */
    showVoice(voice: number | null): void {
      matched.disabled = voice === null;
      for (const [index, button] of voices.entries()) {
        button.setAttribute('aria-pressed', String(index === voice));
        button.disabled = voice === null;
        waves[index]?.toggleAttribute('data-heard', index === voice);
      }
    },
  };
}

export type ComparisonView = NonNullable<ReturnType<typeof comparisonViewOf>>;
