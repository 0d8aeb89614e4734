/** The parts into which a file is divided. */
const parts = 100;
/** While a file plays, its parts are reported this often. */
const reportMs = 15_000;

/** What was played of one file since the last report. */
type Played = { readonly parts: Set<number>; atMs: number };

/** Returns the address under which a file's places are reported; null if it is none of a listening link. */
export function reportAddressOf(source: string): string | null {
  if (!URL.canParse(source)) return null;
  const { pathname } = new URL(source);
  return /^\/listen\/[^/]+\/files\/[^/]+\/listen$/.test(pathname)
    ? pathname.replace(/listen$/, 'heard')
    : null;
}

/** Returns the parts as the server reads them: one digit for each. */
export const digitsOf = (played: ReadonlySet<number>): string =>
  Array.from({ length: parts }, (_, part) => (played.has(part) ? '1' : '0')).join('');

/** Follows what is played on the page, and reports which parts of each file were heard and where it stopped. */
function reportPlaying(root: Document): void {
  const played = new Map<string, Played>();

  function send(): void {
    for (const [address, { parts: heard, atMs }] of played) {
      const body = new URLSearchParams({ heard: digitsOf(heard), at: String(atMs) });
      navigator.sendBeacon(address, body);
    }
    played.clear();
  }

  function note({ target }: Event): void {
    if (!(target instanceof HTMLMediaElement) || target.paused || target.muted) return;
    const { currentTime, duration, currentSrc } = target;
    const address = reportAddressOf(currentSrc);
    if (address === null || !(duration > 0) || !Number.isFinite(duration)) return;
    const found = played.get(address) ?? { parts: new Set<number>(), atMs: 0 };
    played.set(address, found);
    found.parts.add(Math.min(parts - 1, Math.floor((currentTime / duration) * parts)));
    found.atMs = Math.round(currentTime * 1000);
  }

  root.addEventListener('timeupdate', note, { capture: true });
  for (const event of ['pause', 'ended']) root.addEventListener(event, send, { capture: true });
  window.setInterval(send, reportMs);
  window.addEventListener('pagehide', send);
}

/** Opens the title that follows in a playlist when one ends; `#play` in its address starts it. */
function playOn(root: Document): void {
  root.addEventListener(
    'ended',
    ({ target }) => {
      const next = root.querySelector<HTMLAnchorElement>('a[data-next-title]');
      const isWriting = [...root.querySelectorAll('textarea')].some(
        ({ value, defaultValue }) => value !== defaultValue,
      );
      if (!next || isWriting || !(target instanceof HTMLMediaElement) || !target.closest('[data-player]'))
        return;
      const address = new URL(next.href);
      address.hash = 'play';
      location.assign(address);
    },
    { capture: true },
  );
}

/** Plays the title that another one led to, if the browser lets a page start sound. */
async function start(root: Document): Promise<void> {
  history.replaceState(history.state, '', location.pathname + location.search);
  await root.querySelector<HTMLMediaElement>('[data-player] :is(audio, video)')?.play();
}

/** Wires the page of a listening link. */
export function followListening(root: Document): void {
  reportPlaying(root);
  playOn(root);
}

/** Starts the title if the previous one of the playlist ended on its own. */
export function continuePlaylist(root: Document): void {
  if (location.hash === '#play') void start(root).catch(() => undefined);
}
