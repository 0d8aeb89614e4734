import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import { postForm } from '#src/workspace/post-form.client.ts';
import { storedSetting, storeSetting } from './browser-settings.client.ts';
import { wireCommentForm, type Span } from './comment-form.client.ts';
import { wireCommentSection, revealComment, wireCommentWindow } from './comment-section.client.ts';
import { canTurnDown, ownVolumeOf, setOwnVolume } from './match-levels.client.ts';
import type { PlayerLoop } from './loop-controls.client.ts';
import { createSelection, wireRangeSelect, wireTools } from './timeline-input.client.ts';
import { wirePlayerKeys, type KeyCommands } from './review-keys.client.ts';
import { wirePins } from './spread-pins.client.ts';
import { takeovers, wirePlayback, type Playback } from './review-playback.client.ts';
import { parseTimeCode } from '#src/features/files/measurements/time-code.ts';
import {
  keepUpToDate,
  pairVersions,
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

/** Marks a comment done without leaving the page; the comment keeps the focus. */
async function sendDone(
  form: HTMLFormElement,
  button: HTMLElement | null,
  composer: Composer | null,
): Promise<void> {
  const answer = await postForm(form, button);
  if (!answer.ok) return composer?.showNotMarked(answer);
  await refreshRegions(answer.next);
  const comment = document.getElementById(`comment-${button?.getAttribute('value') ?? ''}`);
  if (comment) revealComment(comment);
  comment?.focus();
}

/** Marks comments done or reopens them without leaving the page. */
function markInPlace(player: HTMLElement, composer: Composer | null): void {
  player.addEventListener('submit', (event) => {
    const sent = event.target as HTMLFormElement;
    if (sent.dataset['comments'] === undefined) return;
    event.preventDefault();
    void sendDone(sent, event.submitter, composer);
  });
}

/** Keeps the details open in this browser once they are opened. */
function rememberDetails(player: HTMLElement): void {
  const details = player.querySelector<HTMLDetailsElement>('[data-details]');
  if (!details) return;
  details.open = storedSetting('details') === 'open';
  details.addEventListener('toggle', () => storeSetting('details', details.open ? 'open' : null));
}

/** Wires speed, volume and the buttons that skip some seconds. */
function wireControls(player: HTMLElement, media: HTMLMediaElement, { exactMs, seek }: Playback): void {
  const find = <Part extends Element>(selector: string) => player.querySelector<Part>(selector);
  const [speed, volume] = [
    find<HTMLSelectElement>('[data-speed]'),
    find<HTMLInputElement>('[data-volume]'),
  ];
  player.addEventListener('click', ({ target }) => {
    const skip = (target as Element).closest<HTMLElement>('[data-skip-ms]')?.dataset['skipMs'];
    if (skip) seek(Math.max(0, exactMs() + Number(skip)));
  });
  if (!speed || !volume) return;
  speed.value = String(media.playbackRate);
  speed.addEventListener('change', () => {
    media.defaultPlaybackRate = media.playbackRate = Number(speed.value);
  });
  find<HTMLElement>('[data-volume-control]')?.toggleAttribute('hidden', !canTurnDown);
  const stored = storedSetting('volume');
  if (stored !== null && media.paused) setOwnVolume(media, Math.max(0, Math.min(1, Number(stored) || 0)));
  volume.value = String(ownVolumeOf(media));
  volume.addEventListener('input', () => {
    setOwnVolume(media, volume.valueAsNumber);
    storeSetting('volume', volume.valueAsNumber === 1 ? null : volume.value);
  });
}

const loadLoop = importAgain(() => import('./loop-controls.client.ts'));

/**
 * Returns what handles the selected range of a player. The loop's script is loaded when a range is selected or looped,
 * or if the address names a loop.
 */
function createRange(
  player: HTMLElement,
  media: HTMLMediaElement,
  playback: () => Playback | null,
  selectIn: () => ((span: Span | null) => void) | undefined,
) {
  const draw = createSelection(player.querySelector<HTMLElement>('[data-timeline]'));
  let loop: PlayerLoop | null = null;
  let selected: Span | null = null;
  function show(span: Span | null): void {
    if (span === null && loop?.isOn()) return;
    selected = span;
    draw(span);
    if (span) void load();
    loop?.setRange(span);
  }
  function select(span: Span | null): void {
    show(span);
    selectIn()?.(span);
  }
  const load = loadOnce(async () => {
    const { wireLoop } = await loadLoop();
    const now = playback();
    if (!now) return null;
    loop = wireLoop(player, media, { playback: now, select });
    if (!loop.isOn()) loop.setRange(selected);
    return loop;
  });
  return {
    show,
    select,
    load,
    loopSpan: () => (loop?.isOn() ? selected : null),
    /** Ends a loop, else clears the range. */
    clear: () => (loop?.isOn() ? loop.toggle() : select(null)),
  };
}

type PlayerRange = ReturnType<typeof createRange>;

/** Wires the button that loops, and the links that loop the range of a comment. */
function wireLooping(player: HTMLElement, range: PlayerRange): void {
  const isWanted = takeovers.has(player) || new URL(location.href).searchParams.has('loop');
  if (isWanted && player.querySelector('[data-loop]')) void range.load();
  player.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-loop]')) void range.load().then((loop) => loop?.toggle());
    const comment = target.closest<HTMLElement>('[data-loops]');
    if (!comment) return;
    event.preventDefault();
    const [from = 0, to = 0] = (comment.dataset['loops'] ?? '').split('-').map((text) => 1000 * Number(text));
    void range.load().then((loop) => loop?.start({ fromMs: Math.round(from), toMs: Math.round(to) }));
  });
}

/** Returns the single-key commands of a player. */
function keyCommandsOf(
  player: HTMLElement,
  { atMs, seek }: Playback,
  composer: Composer | null,
  range: PlayerRange,
): KeyCommands {
  const press = (selector: string) => player.querySelector<HTMLElement>(selector)?.click();
  function goToComment(step: 1 | -1): void {
    const links = [...player.querySelectorAll<HTMLElement>('ol [data-seek-ms]')].toSorted(
      (one, other) => Number(one.dataset['seekMs']) - Number(other.dataset['seekMs']),
    );
    const isBeyond = ({ dataset }: HTMLElement) => (Number(dataset['seekMs']) - atMs()) * step > 50;
    const next = step === 1 ? links.find(isBeyond) : links.findLast(isBeyond);
    if (!next) return;
    seek(Number(next.dataset['seekMs']));
    revealComment(next);
    next.closest('li')?.focus();
  }
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
    swap: () => pressPreviousVersion(player),
    keys: () => press('[data-open-keys]'),
  };
}

/** Makes the space bar press a version link, since screen readers announce it as a button. */
function pressWithSpace(player: HTMLElement): void {
  player.addEventListener('keydown', (event) => {
    const version = (event.target as Element).closest<HTMLElement>('a[data-version]');
    if (event.key !== ' ' || !version) return;
    event.preventDefault();
    version.click();
  });
}

/**
 * Shows the pressed version or quality; calls `askToSend` if a comment is being written. Returns false for any other
 * press, and for one that opens a new tab.
 */
function pressVersion(player: HTMLElement, event: MouseEvent, askToSend: () => void): boolean {
  const version = (event.target as Element).closest<HTMLAnchorElement>('a[data-version], a[data-quality]');
  if (!version || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  if (!switchTo(player, version)) askToSend();
  return true;
}

function wirePlayer(player: HTMLElement): void {
  const media = player.querySelector<HTMLMediaElement>('audio, video');
  const form = player.querySelector<HTMLFormElement>('[data-comment-form]');
  if (!media) return;
  const keep = () => nameInAddress(player.dataset['player'] ?? '');
  const timeline = player.querySelector<HTMLElement>('[data-timeline]');
  let playback: Playback | null = null;
  let composer: Composer | null = null;
  const range = createRange(
    player,
    media,
    () => playback,
    () => composer?.setSpan,
  );
  composer =
    form &&
    wireCommentForm(form, {
      placeMs: () => playback?.atMs() ?? 0,
      loopSpan: range.loopSpan,
      onSpan: range.show,
    });
  let followZoom = () => undefined as void;
  let followFrames = () => undefined as void;
  let followMeters = () => undefined as void;
  playback = wirePlayback(player, media, () => {
    composer?.follow();
    followZoom();
    followFrames();
    followMeters();
  });
  followZoom = wireTools(player, playback);
  followFrames = wireVideoTools(player, media, playback);
  followMeters = wireMetering(player, media, playback);
  const { seek } = playback;
  const startMs = parseTimeCode(form?.querySelector<HTMLInputElement>('[name=at]')?.defaultValue ?? '');
  if (startMs) seek(startMs);
  media.addEventListener('play', keep);
  form?.addEventListener('input', keep);
  rememberDetails(player);
  wireControls(player, media, playback);
  wireCommentSection(player, seek);
  wireCommentWindow(player, media, playback);
  wireLooping(player, range);
  wirePlayerKeys(player, keyCommandsOf(player, playback, composer, range));
  if (timeline) wireRangeSelect(timeline, { seek, select: range.select });
  wirePins(timeline);
  pressWithSpace(player);
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
    if (pressVersion(player, event, askToSend)) return;
    // A guest without a form follows the link to the page that has one.
    if ((!writing && !link) || (writing && !composer)) return;
    event.preventDefault();
    if (writing) composer?.begin(writing);
    if (!link) return;
    seek(Number(link.dataset['seekMs']));
    // A pin scrolls to its comment.
    const comment = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    if (!comment?.matches('li')) return;
    revealComment(comment);
    comment.scrollIntoView({ block: 'nearest' });
    comment.focus({ preventScroll: true });
  });
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
