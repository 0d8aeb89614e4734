import { byteText } from './byte-text.client.ts';

type Say = 'reading' | 'sending' | 'paused' | 'finishing' | 'done' | 'retrying' | 'cancelled';

type Fault = 'failed' | 'tooLarge';

const find = <E extends HTMLElement>(panel: HTMLElement, part: string): E => {
  const element = panel.querySelector<E>(`[data-upload-${part}]`);
  if (!element) throw new Error(`The upload form has no part "${part}"`);
  return element;
};

const findButtons = (panel: HTMLElement) => ({
  pause: find<HTMLButtonElement>(panel, 'pause'),
  resume: find<HTMLButtonElement>(panel, 'resume'),
  retry: find<HTMLButtonElement>(panel, 'retry'),
  cancel: find<HTMLButtonElement>(panel, 'cancel'),
});

type ButtonName = keyof ReturnType<typeof findButtons>;

/** What can be pressed while an upload is under way. */
export function createUploadButtons(panel: HTMLElement) {
  const buttons = findButtons(panel);
  const input = find<HTMLInputElement>(panel, 'file');
  const progress = find(panel, 'progress');
  return {
    ...buttons,
    /** Only these from now on; focus moves along when its button goes. */
    offer(...names: readonly ButtonName[]): void {
      const focused = progress.contains(document.activeElement) ? document.activeElement : null;
      for (const [key, button] of Object.entries(buttons)) button.hidden = !names.some((one) => one === key);
      progress.hidden = names.length === 0;
      const [first] = names;
      if (!(focused instanceof HTMLElement) || (first !== undefined && !focused.hidden)) return;
      (first === undefined ? input : buttons[first]).focus();
    },
  };
}

/** Shows how an upload stands: a bar, and a sentence. */
export function createUploadView(panel: HTMLElement, name: string) {
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  const [said, live] = [find(panel, 'said'), find(panel, 'live')];
  const bar = find<HTMLProgressElement>(panel, 'bar');
  const notice = find(panel, 'failed').querySelector('p');
  let announced = -1;

  const fill = (key: string, values: Record<string, string> = {}) =>
    (words[key] ?? '').replaceAll(/\{(\w+)\}/g, (whole, part: string) =>
      part === 'file' ? name : (values[part] ?? whole),
    );
  const complain = (text: string) => {
    const sentence = notice?.querySelector('span');
    if (sentence) sentence.textContent = text;
    if (notice) notice.hidden = text === '';
  };
  const say = (key: Say, values: Record<string, string> = {}, isNews = true) => {
    const text = fill(key, values);
    said.textContent = text;
    if (isNews) live.textContent = text;
    complain('');
  };
  bar.ariaLabel = fill('progressName');
  bar.value = 0;

  return {
    say,
    /** A fault in words; the sentence about progress gives way to it. */
    fail(key: Fault, reason = ''): void {
      said.textContent = '';
      live.textContent = '';
      complain(fill(key, { reason }));
    },
    /** Returns the whole percent. */
    progress(sent: number, total: number): number {
      const percent = total === 0 ? 100 : Math.floor((100 * sent) / total);
      bar.value = percent;
      // Every quarter is worth telling a listener; every percent is not.
      const quarter = Math.floor(percent / 25);
      const values = { percent: String(percent), sent: byteText(sent), total: byteText(total) };
      say('sending', values, quarter > announced);
      announced = Math.max(announced, quarter);
      return percent;
    },
  };
}
