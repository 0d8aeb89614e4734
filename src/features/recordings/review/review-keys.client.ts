/** What a key does in a player, by the names of content/project.yaml. */
export type KeyCommands = Partial<
  Record<
    | 'play'
    | 'back'
    | 'forward'
    | 'frameBack'
    | 'frameForward'
    | 'comment'
    | 'from'
    | 'to'
    | 'next'
    | 'previous'
    | 'version'
    | 'swap'
    | 'clear'
    | 'keys',
    (key: string) => void
  >
>;

const commandOfKey: Readonly<Record<string, keyof KeyCommands>> = {
  ' ': 'play',
  j: 'back',
  l: 'forward',
  ',': 'frameBack',
  '.': 'frameForward',
  c: 'comment',
  i: 'from',
  o: 'to',
  n: 'next',
  p: 'previous',
  x: 'swap',
  '?': 'keys',
  escape: 'clear',
};

const commandOf = (key: string) => (/^[1-9]$/.test(key) ? 'version' : commandOfKey[key.toLowerCase()]);

const writing = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const pressed = 'button, a, summary, [type=checkbox]';

/** Whether a key press is for what has the focus, or for the browser. */
function isForOthers({ key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey || (shiftKey && key !== '?')) return true;
  if (document.querySelector('dialog:modal')) return true;
  const focused = target instanceof Element ? target : document.body;
  return focused.closest(writing) !== null || (key === ' ' && focused.closest(pressed) !== null);
}

const storageKey = 'antinode:review-keys';

/** Whether somebody has turned the keys off in this browser. */
function areOff(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'off';
  } catch {
    return false;
  }
}

function keepOff(isOff: boolean): void {
  try {
    if (isOff) localStorage.setItem(storageKey, 'off');
    else localStorage.removeItem(storageKey);
  } catch {
    // They are off for this page alone.
  }
}

/** Lets single keys do what these commands do, unless somebody is typing or has turned them off, as WCAG 2.1.4 asks. */
export function wireKeys(player: HTMLElement, commands: KeyCommands): void {
  const list = player.querySelector<HTMLElement>('[data-keys]');
  const onOff = list?.querySelector<HTMLInputElement>('[type=checkbox]');
  let isOff = areOff();
  if (onOff) {
    onOff.checked = !isOff;
    onOff.addEventListener('change', () => {
      isOff = !onOff.checked;
      keepOff(isOff);
    });
  }
  const ended = new AbortController();
  document.addEventListener(
    'keydown',
    (event) => {
      // The player was replaced.
      if (!player.isConnected) return ended.abort();
      if (isOff || isForOthers(event)) return;
      const command = commands[commandOf(event.key) ?? 'keys'];
      if (!command || !commandOf(event.key)) return;
      if (event.key !== 'Escape') event.preventDefault();
      command(event.key);
    },
    { signal: ended.signal },
  );
}
