import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { isSettingOn, setSetting } from '../player/browser-settings.client.ts';
import { ownVolumeOf } from '../player/match-levels.client.ts';
import type { Playback } from '../player/review-playback.client.ts';
import type { StagedSound } from '../player/staged-sound.client.ts';
import { wireBlindTest, type AudibleVersion } from './blind-test.client.ts';
import { testedPassage, type Played } from './blind-test.ts';

const factorOf = (db: number) => 10 ** (db / 20);

/** What a comparison needs of its player. */
export type ComparedPlayer = {
  readonly player: HTMLElement;
  readonly media: HTMLMediaElement;
  readonly playback: Playback;
  readonly sound: StagedSound;
  /** Ends a loop of the listener's, which a blind test replaces by its own passage. */
  readonly endLoop: () => void;
};

/** Shows which version is audible; null hides it for a blind test. */
function showVoice(player: HTMLElement, voice: number | null): void {
  for (const button of player.querySelectorAll<HTMLButtonElement>('[data-voice]')) {
    button.ariaPressed = String(voice !== null && Number(button.dataset['voice']) === voice);
    button.disabled = voice === null;
  }
  player.dataset['heard'] = voice === null ? '' : String(voice);
  const matched = player.querySelector<HTMLButtonElement>('[data-matched]');
  if (matched) matched.disabled = voice === null;
}

/**
 * Lets the listener switch between both versions of a comparison, which the staged sound plays in step, and runs the
 * blind test.
 */
export function wireComparison({ player, media, playback, sound, endLoop }: ComparedPlayer): void {
  const section = player.querySelector<HTMLElement>('[data-compare]');
  const matched = player.querySelector<HTMLButtonElement>('[data-matched]');
  if (!section || !matched) return;
  const played = JSON.parse(section.dataset['compare'] ?? '{}') as Played;
  let voice = 1;
  // During a blind test only this function knows what is audible.
  let blind: AudibleVersion | null = null;
  matched.ariaPressed = String(isSettingOn('matching'));

  function gains(): number[] {
    const heard = blind?.() ?? voice;
    const isMatched = blind !== null || matched?.ariaPressed === 'true';
    const own = ownVolumeOf(media);
    return played.matchedDb.map((db, index) => (index === heard ? own * (isMatched ? factorOf(db) : 1) : 0));
  }
  // In a blind test every switch sounds the same, whether it changes anything or not.
  const apply = () => sound.applyGains(blind !== null);
  function hear(which: number): void {
    voice = which;
    showVoice(player, blind ? null : voice);
    apply();
  }

  sound.setGains(gains);
  player.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-voice]');
    if (button && !blind) hear(Number(button.dataset['voice']));
  });
  matched.addEventListener('click', () => {
    const isOn = matched.ariaPressed !== 'true';
    matched.ariaPressed = String(isOn);
    setSetting('matching', isOn);
    apply();
  });
  hear(voice);
  void sound.hold(player.querySelector('[data-compare-failed]'));

  const msOf = (sample: number) => (1000 * sample) / played.rateHz;
  const test = section.querySelector<HTMLElement>('[data-abx]');
  if (!test) return;
  wireBlindTest(test, {
    begin(heard) {
      endLoop();
      blind = heard;
      const at = Math.round((playback.exactMs() * played.rateHz) / 1000);
      const { from, to } = testedPassage(played, at) ?? { from: 0, to: played.frames };
      const range = { fromMs: msOf(from), toMs: msOf(to) };
      const isOutside = playback.exactMs() < range.fromMs || playback.exactMs() >= range.toMs;
      void sound.takeOver(range);
      if (isOutside) playback.seek(range.fromMs);
      hear(voice);
      if (media.paused) void media.play().catch(() => undefined);
      return { from: timeCodeOf(range.fromMs), to: timeCodeOf(range.toMs) };
    },
    change: apply,
    end() {
      blind = null;
      void sound.takeOver(null);
      hear(voice);
    },
  });
}
