import { fill } from '#src/platform/fill.ts';

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size as text: "812 bytes", "14 kB", "200 MB". */
function byteText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 10 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

type Progress = 'reading' | 'sending' | 'paused' | 'finishing' | 'done' | 'retrying' | 'cancelled';

type Failure = 'failed' | 'tooLarge';

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

/** The buttons of an upload. */
export function createUploadButtons(panel: HTMLElement) {
  const buttons = findButtons(panel);
  const input = find<HTMLInputElement>(panel, 'file');
  const progress = find(panel, 'progress');
  return {
    ...buttons,
    /** Shows these buttons alone; the focus moves to the first where its button is hidden. */
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

/** Shows the progress of an upload: a bar and a sentence, which screen readers hear too. */
export function createUploadView(panel: HTMLElement, name: string) {
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  const [said, live] = [find(panel, 'said'), find(panel, 'live')];
  const bar = find<HTMLProgressElement>(panel, 'bar');
  const notice = find(panel, 'failed').querySelector('p');
  let announcedQuarter = -1;

  const textOf = (key: string, values: Record<string, string> = {}) =>
    fill(words[key] ?? '', { ...values, file: name });
  const showError = (text: string) => {
    const sentence = notice?.querySelector('span');
    if (sentence) sentence.textContent = text;
    if (notice) notice.hidden = text === '';
  };
  const say = (key: Progress, values: Record<string, string> = {}, isAnnounced = true) => {
    const text = textOf(key, values);
    said.textContent = text;
    if (isAnnounced) live.textContent = text;
    showError('');
  };
  bar.ariaLabel = textOf('progressName');
  bar.value = 0;

  return {
    say,
    /** Shows why the upload failed, in the place of its progress. */
    fail(key: Failure, reason = ''): void {
      said.textContent = '';
      live.textContent = '';
      showError(textOf(key, { reason }));
    },
    /** Shows how much was sent; returns it in whole percent. */
    progress(sent: number, total: number): number {
      const percent = total === 0 ? 100 : Math.floor((100 * sent) / total);
      bar.value = percent;
      // Screen readers hear every quarter, not every percent.
      const quarter = Math.floor(percent / 25);
      const values = { percent: String(percent), sent: byteText(sent), total: byteText(total) };
      say('sending', values, quarter > announcedQuarter);
      announcedQuarter = Math.max(announcedQuarter, quarter);
      return percent;
    },
  };
}
