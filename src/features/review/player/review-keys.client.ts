import { areKeysOn, isHandledElsewhere, setKeysOn } from './browser-settings.client.ts';

/** The command of each key, by the names in content/project.yaml. */
export type KeyCommands = Partial<
  Record<
    | 'play'
    | 'back'
    | 'forward'
    | 'loop'
    | 'nextFile'
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
  k: 'forward',
  l: 'loop',
  f: 'nextFile',
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

/** Runs commands on single keys, unless text is being typed or the keys are turned off (WCAG 2.1.4). */
export function wirePlayerKeys(player: HTMLElement, commands: KeyCommands): void {
  const list = player.querySelector<HTMLElement>('[data-keys]');
  const onOff = list?.querySelector<HTMLInputElement>('[type=checkbox]');
  if (onOff) {
    onOff.checked = areKeysOn();
    onOff.addEventListener('change', () => setKeysOn(onOff.checked));
  }
  const ended = new AbortController();
  document.addEventListener(
    'keydown',
    (event) => {
      // The player was replaced.
      if (!player.isConnected) return ended.abort();
      if (!areKeysOn() || isHandledElsewhere(event)) return;
      const command = commands[commandOf(event.key) ?? 'keys'];
      if (!command || !commandOf(event.key)) return;
      if (event.key !== 'Escape') event.preventDefault();
      command(event.key);
    },
    { signal: ended.signal },
  );
}
