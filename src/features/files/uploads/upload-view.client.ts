import { fill } from '#src/platform/fill.ts';
import { createSizeText, type SizeWords } from '../size-text.ts';
import { showNotice } from '#src/workspace/show-notice.client.ts';

/** The response to a refused piece of an upload; status 0 if there was none. */
export type UploadAnswer = {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
};

const plainTextType = /^text\/plain\b/;

/** Returns why an upload failed: the server's message if there is one, else the status. */
export function failureOf(answer: UploadAnswer, words: Readonly<Record<string, string>>): string {
  const { status, type = '' } = answer;
  const own = answer.text.trim();
  if (status === 0) return words['unreachable'] ?? '';
  if (status === 401 || status === 403) return words['signedOut'] ?? '';
  if (plainTextType.test(type) && own !== '') return own;
  // Our server accepts parts of this size; a proxy in front of it rejected them.
  if (status === 413) return words['pieceRefused'] ?? '';
  return fill(words['answered'] ?? '', { status: String(status) });
}

type Progress =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'paused'
  | 'finishing'
  | 'done'
  | 'retrying'
  | 'cancelled';

type Failure = 'failed' | 'tooLarge';

const find = <E extends HTMLElement>(root: ParentNode, part: string): E => {
  const element = root.querySelector<E>(`[data-upload-${part}]`);
  if (!element) throw new Error(`The upload form has no part "${part}"`);
  return element;
};

const wordsOf = (panel: HTMLElement) => JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;

const sizeTextOf = (panel: HTMLElement) =>
  createSizeText(JSON.parse(panel.dataset['sizes'] ?? '{}') as SizeWords);

const percentOf = (sent: number, total: number) => (total === 0 ? 100 : Math.floor((100 * sent) / total));

/** The row of an upload: a progress bar, a message and buttons. */
export function createRowView(panel: HTMLElement, name: string) {
  const words = wordsOf(panel);
  const sizeText = sizeTextOf(panel);
  const row = document.importNode(find<HTMLTemplateElement & HTMLElement>(panel, 'row').content, true)
    .firstElementChild as HTMLElement;
  const [said, bar] = [find(row, 'said'), find<HTMLProgressElement>(row, 'bar')];
  const failed = find(row, 'failed');
  const buttons = {
    pause: find<HTMLButtonElement>(row, 'pause'),
    resume: find<HTMLButtonElement>(row, 'resume'),
    retry: find<HTMLButtonElement>(row, 'retry'),
    cancel: find<HTMLButtonElement>(row, 'cancel'),
  };
  let isFailed = false;

  const textOf = (key: string, values: Record<string, string> = {}) =>
    fill(words[key] ?? '', { ...values, file: name });
  const showError = (text: string) => {
    showNotice(failed, text);
    isFailed = text !== '';
  };
  const say = (key: Progress, values: Record<string, string> = {}) => {
    said.textContent = textOf(key, values);
    if (isFailed) showError('');
  };
  bar.ariaLabel = textOf('progressName');
  for (const [key, button] of Object.entries(buttons)) button.ariaLabel = textOf(`${key}Name`);
  find(panel, 'list').append(row);

  return {
    buttons,
    say,
    text: () => said.textContent ?? '',
    /** Shows why the upload failed, instead of its progress. */
    fail(key: Failure, reason = ''): void {
      said.textContent = '';
      showError(textOf(key, { reason }));
    },
    /** Shows how much was sent. */
    progress(sent: number, total: number): void {
      bar.value = percentOf(sent, total);
      say('sending', { percent: String(bar.value), sent: sizeText(sent), total: sizeText(total) });
    },
    /** Shows only these buttons; focus moves to the first one if the focused button is hidden. */
    offer(...names: readonly (keyof typeof buttons)[]): void {
      const focused = row.contains(document.activeElement) ? document.activeElement : null;
      for (const [key, button] of Object.entries(buttons)) button.hidden = !names.some((one) => one === key);
      bar.hidden = names.length === 0;
      const [first] = names;
      if (!(focused instanceof HTMLElement) || (first !== undefined && !focused.hidden)) return;
      (first === undefined ? find(panel, 'file') : buttons[first]).focus();
    },
    remove: () => row.remove(),
  };
}

type Summed = {
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: string;
  readonly text: string;
};

/**
 * Announces the progress of all uploads. Screen readers announce it when a file is stored or fails, and at every
 * quarter of the bytes.
 */
export function createSummary(
  panel: HTMLElement,
  act: { readonly retry: () => void; readonly cancel: () => void },
) {
  const words = wordsOf(panel);
  const sizeText = sizeTextOf(panel);
  const [line, said, live] = [find(panel, 'summary'), find(panel, 'summary-said'), find(panel, 'live')];
  const [retry, cancel] = [find(panel, 'retry-all'), find(panel, 'cancel-all')];
  retry.addEventListener('click', act.retry);
  cancel.addEventListener('click', act.cancel);
  let announced = '';

  return {
    show(rows: readonly Summed[]): void {
      const count = (...states: readonly string[]) => rows.filter((row) => states.includes(row.state)).length;
      const wanted = rows.filter((row) => row.state !== 'cancelled');
      const total = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const percent = percentOf(
        wanted.reduce((sum, row) => sum + row.sentBytes, 0),
        total,
      );
      const [done, failed] = [count('done'), count('failed')];
      const values = { percent: String(percent), total: sizeText(total) };
      const counts = { done: String(done), count: String(wanted.length), failed: String(failed) };
      const text = fill(words[failed > 0 ? 'summaryFailed' : 'summary'] ?? '', { ...values, ...counts });
      line.hidden = wanted.length < 2;
      said.textContent = text;
      retry.hidden = failed < 2;
      cancel.hidden = count('waiting', 'sending', 'checking', 'paused', 'failed') < 2;
      const [only] = rows.length === 1 ? rows : [];
      const step = `${rows.map((row) => row.state).join(' ')} ${Math.floor(percent / 25)}`;
      if (step === announced) return;
      const isNews = line.hidden || done + failed > 0 || percent >= 25;
      announced = step;
      if (isNews) live.textContent = only ? only.text : line.hidden ? '' : text;
    },
  };
}
