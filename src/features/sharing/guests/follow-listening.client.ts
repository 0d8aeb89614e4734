/** The parts into which a file is divided. */
const parts = 100;
/** While a file plays, its parts are reported this often. */
const reportMs = 10_000;
/** Events about the position are at most this far apart while a file plays; a longer way is a jump. */
const longestStepS = 1.5;

/** What was played of one file since the last report. */
type Played = { readonly parts: Set<number>; atS: number };

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

/** Returns the parts that were played between two positions in seconds; after a jump, only the last one. */
export function partsBetween(fromS: number, toS: number, durationS: number): number[] {
  const partAt = (seconds: number) => Math.min(parts - 1, Math.floor((seconds / durationS) * parts));
  const isStep = toS >= fromS && toS - fromS <= longestStepS;
  const [first, last] = [partAt(isStep ? fromS : toS), partAt(toS)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Follows what is played on the page, and reports which parts of each file were heard and where it stopped. */
function reportPlaying(root: Document): void {
  const played = new Map<string, Played>();

  function send(): void {
    for (const [address, { parts: heard, atS }] of played) {
      if (heard.size === 0) continue;
      const body = new URLSearchParams({ heard: digitsOf(heard), at: String(Math.round(atS * 1000)) });
      navigator.sendBeacon(address, body);
      heard.clear();
    }
  }

  function note({ target }: Event): void {
    // The position also changes while nothing plays.
    if (!(target instanceof HTMLMediaElement) || (target.paused && !target.ended)) return;
    const { currentTime, duration, currentSrc } = target;
    const address = reportAddressOf(currentSrc);
    if (address === null || !(duration > 0) || !Number.isFinite(duration)) return;
    const found = played.get(address) ?? { parts: new Set<number>(), atS: currentTime };
    played.set(address, found);
    for (const part of partsBetween(found.atS, currentTime, duration)) found.parts.add(part);
    found.atS = currentTime;
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
      // While a range is looped, the element plays on without being heard.
      const isLooped = root.querySelector('[data-player] [data-loop][aria-pressed=true]') !== null;
      if (
        !next ||
        isLooped ||
        isWriting ||
        !(target instanceof HTMLMediaElement) ||
        !target.closest('[data-player]')
      )
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
