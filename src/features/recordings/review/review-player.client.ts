import { sendDone, wireCommentForm } from './comment-form.client.ts';
import { wirePlayback, type Playback } from './review-playback.client.ts';
import { parseTimeCode } from './time-code.ts';
import type { TimelineZoom } from './timeline-zoom.client.ts';

/** Puts the recording into the page's address, so that a refreshed page shows the same one. */
function nameInAddress(fileId: string): void {
  const address = new URL(location.href);
  if (address.searchParams.get('file') === fileId) return;
  address.searchParams.set('file', fileId);
  history.replaceState(history.state, '', address);
}

/** Offers the tools of the timeline; what they need is loaded when somebody reaches for them. Returns what follows the playhead. */
function wireTools(player: HTMLElement, playback: Playback): () => void {
  const timeline = player.querySelector<HTMLElement>('[data-timeline][data-peaks]');
  const tools = player.querySelector<HTMLElement>('[data-tools]');
  let loading: Promise<TimelineZoom | null> | undefined;
  let zoom: TimelineZoom | null = null;
  const load = () =>
    (loading ??= import('./timeline-zoom.client.ts').then(
      ({ wireZoom }) => (zoom = wireZoom(player, playback)),
    ));
  if (timeline && tools) {
    tools.hidden = false;
    for (const event of ['pointerenter', 'focusin', 'touchstart'])
      for (const part of [timeline, tools])
        part.addEventListener(event, () => void load(), { once: true, passive: true });
    tools.addEventListener('click', (event) => {
      const tool = (event.target as Element).closest<HTMLElement>('[data-tool]')?.dataset['tool'];
      if (tool) void load().then((loaded) => loaded?.use(tool));
    });
  }
  return () => zoom?.follow();
}

function wirePlayer(player: HTMLElement): void {
  const audio = player.querySelector('audio');
  const form = player.querySelector<HTMLFormElement>('[data-comment-form]');
  if (!audio || !form) return;
  const keep = () => nameInAddress(player.dataset['player'] ?? '');
  let playback: Playback | null = null;
  const composer = wireCommentForm(form, { placeMs: () => playback?.atMs() ?? 0, onSpan: () => undefined });
  let followZoom = () => undefined as void;
  playback = wirePlayback(player, audio, () => {
    composer?.follow();
    followZoom();
  });
  followZoom = wireTools(player, playback);
  const startMs = parseTimeCode(form.querySelector<HTMLInputElement>('[name=at]')?.defaultValue ?? '');
  if (startMs) playback.seek(startMs);
  audio.addEventListener('play', keep);
  form.addEventListener('input', keep);

  player.addEventListener('click', (event) => {
    const target = event.target as Element;
    const writing = target.closest<HTMLElement>('[data-replies], [data-edits]');
    if (writing && composer) {
      event.preventDefault();
      composer.begin(writing);
      return;
    }
    const link = target.closest<HTMLElement | SVGElement>('[data-seek-ms]');
    if (!link) return;
    event.preventDefault();
    playback?.seek(Number(link.dataset['seekMs']));
    // A pin leads to its comment.
    document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.scrollIntoView({ block: 'nearest' });
  });
  player.addEventListener('submit', (event) => {
    const sent = event.target as HTMLFormElement;
    if (sent.dataset['comments'] === undefined) return;
    event.preventDefault();
    void sendDone(sent, event.submitter);
  });
}

/**
 * Wires every review player of the page, also one that is added later, and the links that open an approval's dialog.
 */
export function wirePlayers(root: Document): void {
  const wired = new WeakSet<Element>();
  const wireAll = () => {
    for (const player of root.querySelectorAll<HTMLElement>('[data-player]')) {
      if (wired.has(player)) continue;
      wired.add(player);
      wirePlayer(player);
    }
  };
  wireAll();
  new MutationObserver(wireAll).observe(root.body, { childList: true, subtree: true });
  root.addEventListener('click', (event) => {
    const opener = (event.target as Element).closest<HTMLElement>('[data-shows]');
    const dialog = opener && root.getElementById(opener.dataset['shows'] ?? '');
    if (!dialog || !('showPopover' in dialog)) return;
    event.preventDefault();
    dialog.showPopover({ source: opener });
  });
}
