import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { wireCommentForm } from './comment-form.client.ts';
import { wireCommentSection, revealComment, wireCommentWindow } from './comment-section.client.ts';
import { createRange, wireControls, type PlayerRange } from './player-range.client.ts';
import { wireRangeSelect, wireTools } from './timeline-input.client.ts';
import { wirePlayerKeys, type KeyCommands } from './review-keys.client.ts';
import { wirePins } from './spread-pins.client.ts';
import { wirePlayback, type Playback } from './review-playback.client.ts';
import { parseTimeCode } from '#src/features/files/measurements/time-code.ts';
import {
  keepUpToDate,
  pairVersions,
  pairWith,
  pressMatched,
  pressPreviousVersion,
  switchTo,
  pressPair,
} from './replace-player.client.ts';

type Composer = NonNullable<ReturnType<typeof wireCommentForm>>;

/** Adds the recording to the page's address, so that a reload shows the same one. */
function nameInAddress(fileId: string): void {
  const address = new URL(location.href);
  if (address.searchParams.get('file') === fileId) return;
  address.searchParams.set('file', fileId);
  history.replaceState(history.state, '', address);
}

/** Loads the video script for a video. Returns the function to call when the playhead moves. */
function wireVideoTools(player: HTMLElement, media: HTMLMediaElement, playback: Playback): () => void {
  let follow = () => undefined as void;
  if (media instanceof HTMLVideoElement)
    void import('./review-video.client.ts').then(
      ({ wireVideo }) => (follow = wireVideo(player, media, playback)),
      // Without the script, the browser's own controls play it.
      () => undefined,
    );
  return () => follow();
}

/** Loads the meters when playing first starts. Returns the function to call when the playhead moves. */
function wireMetering(player: HTMLElement, media: HTMLMediaElement, playback: Playback): () => void {
  let follow = () => undefined as void;
  const loadMeters = importAgain(() => import('./review-meters.client.ts'));
  const load = loadOnce(async () => {
    const { wireMeters } = await loadMeters();
    follow = wireMeters(player, playback);
  });
  // It may be playing already if it replaced another version.
  if (!media.paused) void load();
  media.addEventListener('play', () => void load());
  return () => follow();
}

const loadActions = importAgain(() => import('./comment-actions.client.ts'));

/** Marks comments done or reopens them without leaving the page. */
function markInPlace(player: HTMLElement, composer: Composer | null): void {
  player.addEventListener('submit', (event) => {
    const sent = event.target as HTMLFormElement;
    if (sent.dataset['comments'] === undefined) return;
    event.preventDefault();
    const button = event.submitter;
    // Without the script, the form is sent as a page.
    void loadActions().then(
      ({ sendDone }) => sendDone(sent, button, composer),
      () => sent.submit(),
    );
  });
}

/** Returns the single-key commands of a player. */
function keyCommandsOf(
  player: HTMLElement,
  playback: Playback,
  composer: Composer | null,
  range: PlayerRange,
): KeyCommands {
  const { atMs } = playback;
  const press = (selector: string) => player.querySelector<HTMLElement>(selector)?.click();
  const goToComment = (step: 1 | -1) =>
    void loadActions().then(
      (actions) => actions.goToComment(player, playback, step),
      () => undefined,
    );
  return {
    play: () => press('[data-play]'),
    back: () => press('[data-skip-ms^="-"]'),
    forward: () => press('[data-skip-ms]:not([data-skip-ms^="-"])'),
    loop: () => press('[data-loop]'),
    nextFile: () => press('[data-next]'),
    comment: () => composer?.focus(),
    from: () => composer?.setEnd('from', atMs()),
    to: () => composer?.setEnd('to', atMs()),
    clear: range.clear,
    next: () => goToComment(1),
    previous: () => goToComment(-1),
    frameBack: () => press('[data-frame="-1"]'),
    frameForward: () => press('[data-frame="1"]'),
    version: (key) => press(`[data-version][data-number="${key}"]`),
    swap: () =>
      player.querySelector('[data-voice]')
        ? press('[data-voice][aria-pressed="false"]')
        : pressPreviousVersion(player),
    keys: () => press('[data-open-keys]'),
  };
}

/** Makes the space bar press a version link, since screen readers announce it as a button. */
function pressWithSpace(player: HTMLElement): void {
  player.addEventListener('keydown', (event) => {
    const version = (event.target as Element).closest<HTMLElement>('a[data-version], a[data-plays-place]');
    if (event.key !== ' ' || !version) return;
    event.preventDefault();
    version.click();
  });
}

/**
 * Shows the pressed version, quality or next file; calls `askToSend` if a comment is being written. Returns false for any other
 * press, and for one that opens a new tab.
 */
function pressVersion(player: HTMLElement, event: MouseEvent, askToSend: () => void): boolean {
  const version = (event.target as Element).closest<HTMLAnchorElement>(
    'a[data-version], a[data-quality], a[data-next]',
  );
  if (!version || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  if (!switchTo(player, version)) askToSend();
  return true;
}

const loadPlaces = importAgain(() => import('../changes/play-place.client.ts'));

/**
 * Plays the place of a pressed "Then" or "Now", in the other version if that is not shown. Returns false for any other
 * press, and for one that opens a new tab.
 */
function pressPlace(player: HTMLElement, event: MouseEvent, seek: (ms: number) => void): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-plays-place]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  if (link.dataset['playsPlace'] === player.dataset['player']) {
    pairWith(player, link.dataset['beside']);
    seek(Number(link.dataset['startMs']));
    player.querySelector<HTMLElement>('[data-play]:not([data-playing])')?.click();
    return true;
  }
  loadPlaces().then(
    ({ showPlace }) => showPlace(player, link, seek),
    () => location.assign(link.href),
  );
  return true;
}

/** Handles presses on versions, comments, pins and the other links of a player. */
function wirePresses(player: HTMLElement, { seek }: Playback, composer: Composer | null): void {
  const askToSend = () => {
    if (composer) composer.askToSend();
    else player.querySelector('textarea')?.focus();
  };
  player.addEventListener('click', (event) => {
    const target = event.target as Element;
    pressPair(player, target);
    if (target.closest('[data-match-levels]')) pressMatched(player);
    if (target.closest('[data-write]')) composer?.focus();
    const writing = target.closest<HTMLElement>('[data-replies], [data-edits]');
    const link = target.closest<HTMLElement | SVGElement>('[data-seek-ms]');
    if (pressVersion(player, event, askToSend) || pressPlace(player, event, seek)) return;
    // A guest without a form follows the link to the page that has one.
    if ((!writing && !link) || (writing && !composer)) return;
    event.preventDefault();
    if (writing) composer?.begin(writing);
    if (!link) return;
    seek(Number(link.dataset['seekMs']));
    if (link.dataset['plays'] !== undefined)
      player.querySelector<HTMLElement>('[data-play]:not([data-playing])')?.click();
    // A pin scrolls to its comment.
    const comment = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    if (!comment?.matches('li')) return;
    revealComment(comment);
    comment.scrollIntoView({ block: 'nearest' });
    comment.focus({ preventScroll: true });
  });
}

function wirePlayer(player: HTMLElement): void {
  const media = player.querySelector<HTMLMediaElement>('audio, video');
  const form = player.querySelector<HTMLFormElement>('[data-comment-form]');
  if (!media) return;
  const keep = () => nameInAddress(player.dataset['player'] ?? '');
  const timeline = player.querySelector<HTMLElement>('[data-timeline]');
  const parts: { playback: Playback | null; composer: Composer | null } = { playback: null, composer: null };
  const range = createRange(player, media, parts);
  const placeMs = () => parts.playback?.atMs() ?? 0;
  const composer = form && wireCommentForm(form, { placeMs, loopSpan: range.loopSpan, onSpan: range.show });
  parts.composer = composer;
  const follows: (() => void)[] = [];
  const playback = wirePlayback(player, media, () => {
    composer?.follow();
    for (const follow of follows) follow();
  });
  parts.playback = playback;
  follows.push(
    wireTools(player, playback),
    wireVideoTools(player, media, playback),
    wireMetering(player, media, playback),
  );
  const { seek } = playback;
  const startMs = parseTimeCode(form?.querySelector<HTMLInputElement>('[name=at]')?.defaultValue ?? '');
  if (startMs) seek(startMs);
  media.addEventListener('play', keep);
  form?.addEventListener('input', keep);
  wireControls({ player, media, playback, range });
  wireCommentSection(player, seek);
  wireCommentWindow(player, media, playback);
  wirePlayerKeys(player, keyCommandsOf(player, playback, composer, range));
  if (timeline) wireRangeSelect(timeline, { seek, select: range.select });
  wirePins(timeline);
  pressWithSpace(player);
  wirePresses(player, playback, composer);
  markInPlace(player, composer);
}

/** Wires every review player on the page, including ones added later. */
export function wirePlayers(root: Document): void {
  const wired = new WeakSet<Element>();
  const wireAll = () => {
    for (const player of root.querySelectorAll<HTMLElement>('[data-player]')) {
      keepUpToDate(player);
      pairVersions(player);
      if (wired.has(player)) continue;
      wired.add(player);
      wirePlayer(player);
    }
  };
  wireAll();
  new MutationObserver(wireAll).observe(root.body, { childList: true, subtree: true });
}
