import { DetailedError, Upload } from 'tus-js-client';
import {
  type ChosenFile,
  fingerprintOf,
  forgetStored,
  keepStored,
  showInterrupted,
} from './upload-loader.client.ts';
import { failureOf, type UploadAnswer, createRowView, createSummary } from './upload-view.client.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';

const chunkBytes = 8_000_000;
/** Retries cover a server or file store that is unavailable for a minute or two. */
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 30_000, 30_000];
/** Polling interval for a complete upload that is still being checked. */
const askAgainMs = 2000;
const locked = 423;
// Retrying does not help after a refusal or with a full disk.
const isFinal = (status: number) =>
  status === 507 || (status >= 400 && status < 500 && ![409, locked].includes(status));

/** `sending` and `checking` count towards the limit of concurrent uploads. */
export type UploadState = 'waiting' | 'sending' | 'checking' | 'paused' | 'failed' | 'done' | 'cancelled';

/** A response after which tus-js-client would restart the upload although it still exists. */
class AnswerError extends Error {
  readonly answer: UploadAnswer;

  constructor(answer: UploadAnswer) {
    super(`The server answered ${answer.status}`);
    this.answer = answer;
  }
}

function answerOf(error: Error): UploadAnswer {
  if (!(error instanceof DetailedError)) return { status: 0, type: undefined, text: '' };
  if (error.causingError instanceof AnswerError) return error.causingError.answer;
  const response = error.originalResponse;
  return {
    status: response?.getStatus() ?? 0,
    type: response?.getHeader('content-type'),
    text: response?.getBody() ?? '',
  };
}

/** Returns true if the file can still be read; it may have been moved, changed or removed since it was chosen. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The upload of one file, with its row on the page. `onChange` is called on every state change and progress. */
export class UploadRow {
  readonly fingerprint: string;
  readonly sizeBytes: number;
  readonly #file: File;
  readonly #words: Readonly<Record<string, string>>;
  readonly #view: ReturnType<typeof createRowView>;
  readonly #upload: Upload;
  readonly #onChange: () => void;
  #state: UploadState = 'waiting';
  #sentBytes = 0;
  #attempts = 0;
  #isUnreachable = false;
  #retry: number | undefined;

  constructor(panel: HTMLElement, chosen: ChosenFile, onChange: () => void) {
    this.#file = chosen.file;
    this.sizeBytes = chosen.file.size;
    this.fingerprint = fingerprintOf(panel.dataset['upload'] ?? '', chosen);
    this.#words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
    this.#onChange = onChange;
    this.#view = createRowView(panel, chosen.name);
    this.#upload = this.#createUpload(panel, chosen.name);
    const { pause, resume, retry, cancel } = this.#view.buttons;
    pause.addEventListener('click', () => this.#pause());
    resume.addEventListener('click', () => this.#wait());
    retry.addEventListener('click', () => this.#wait());
    cancel.addEventListener('click', () => this.cancel());
    if (this.sizeBytes > Number(panel.dataset['largest'])) this.#fail('tooLarge');
    else this.#wait();
  }

  get state(): UploadState {
    return this.#state;
  }

  get sentBytes(): number {
    return this.#state === 'done' ? this.sizeBytes : this.#sentBytes;
  }

  /** The message of its row. */
  get text(): string {
    return this.#view.text();
  }

  #createUpload(panel: HTMLElement, name: string): Upload {
    const need = panel.querySelector<HTMLInputElement>('[data-upload-need]');
    const isForAll = panel.querySelector<HTMLInputElement>('[data-upload-need-all]')?.checked ?? true;
    const requestId = panel.querySelector<HTMLSelectElement>('[data-upload-request]')?.value;
    // The team's files are grouped by folder; a client's keep it in their names.
    const nameAt = need ? name.lastIndexOf('/') + 1 : 0;
    return new Upload(this.#file, {
      endpoint: panel.dataset['path'] ?? '',
      chunkSize: chunkBytes,
      // Retried here, where the reason for the failure is known.
      retryDelays: null,
      metadata: {
        projectId: panel.dataset['project'] ?? '',
        name: name.slice(nameAt),
        ...(nameAt > 0 && { folder: name.slice(0, nameAt - 1) }),
        needsApproval: need?.checked === false ? 'no' : isForAll ? 'yes' : 'by-kind',
        ...(requestId ? { requestId } : {}),
      },
      // Recognises a file after a reload.
      fingerprint: () => Promise.resolve(this.fingerprint),
      removeFingerprintOnSuccess: true,
      onAfterResponse(request, response) {
        const [status, text] = [response.getStatus(), response.getBody()];
        if (request.getMethod() !== 'HEAD' || status < 300 || [404, 410, locked].includes(status)) return;
        throw new AnswerError({ status, type: response.getHeader('content-type'), text });
      },
      onProgress: (sent) => this.#showSent(sent),
      onChunkComplete: () => {
        this.#attempts = 0;
        keepStored(this.fingerprint);
      },
      onError: (error) => void this.#recover(error),
      onSuccess: () => {
        this.#view.progress(this.sizeBytes, this.sizeBytes);
        this.#end('done');
      },
    });
  }

  #become(state: UploadState): void {
    this.#state = state;
    this.#onChange();
  }

  #end(state: 'done' | 'cancelled'): void {
    this.#view.say(state);
    this.#view.offer();
    this.#become(state);
  }

  #fail(key: 'failed' | 'tooLarge', reason = ''): void {
    this.#view.fail(key, reason);
    this.#view.offer(...(key === 'failed' ? (['retry', 'cancel'] as const) : []));
    this.#become('failed');
  }

  #showSent(sent: number): void {
    this.#sentBytes = sent;
    if (sent < this.sizeBytes) this.#view.progress(sent, this.sizeBytes);
    else this.#check();
    this.#onChange();
  }

  #check(): void {
    this.#view.say('finishing');
    this.#view.offer();
    this.#state = 'checking';
  }

  #wait(): void {
    this.#view.say('waiting');
    this.#view.offer('pause', 'cancel');
    this.#become('waiting');
  }

  #pause(): void {
    window.clearTimeout(this.#retry);
    void this.#upload.abort();
    this.#view.say('paused', { percent: this.#percent() });
    this.#view.offer('resume', 'cancel');
    this.#become('paused');
  }

  #percent(): string {
    return String(this.sizeBytes === 0 ? 100 : Math.floor((100 * this.#sentBytes) / this.sizeBytes));
  }

  #tryAgain(waitMs: number): void {
    this.#retry = window.setTimeout(() => this.#upload.start(), waitMs);
  }

  async #recover(error: Error): Promise<void> {
    const answer = answerOf(error);
    const { status } = answer;
    const isLost = status === 0 && !(await isReadable(this.#file));
    // It may have been paused or cancelled in the meantime.
    if (this.#state !== 'sending' && this.#state !== 'checking') return undefined;
    if (isLost) return this.#fail('failed', this.#words['unreadable']);
    if (status === locked) {
      if (this.#sentBytes === this.sizeBytes) this.#check();
      return this.#tryAgain(askAgainMs);
    }
    const delayMs = retryDelaysMs[this.#attempts];
    if (navigator.onLine && !isFinal(status) && delayMs !== undefined) {
      this.#attempts++;
      this.#view.say('retrying', { percent: this.#percent() });
      return this.#tryAgain(delayMs);
    }
    this.#isUnreachable = status === 0;
    return this.#fail('failed', failureOf(answer, this.#words));
  }

  /** Uploads the file, or continues where an earlier attempt at the same file stopped. */
  async begin(): Promise<void> {
    this.#attempts = 0;
    this.#isUnreachable = false;
    this.#view.say('reading');
    this.#become('sending');
    if (this.#upload.url === null) {
      const [previous] = (await this.#upload.findPreviousUploads()).toReversed();
      if (previous) this.#upload.resumeFromPreviousUpload(previous);
    }
    // It may have been paused or cancelled in the meantime.
    if (this.#state === 'sending') this.#upload.start();
  }

  /** Puts a failed upload back into the queue; with `unreachable`, only if it failed because there was no answer. */
  retry(only?: 'unreachable'): void {
    const canRetry = this.#state === 'failed' && !this.#view.buttons.retry.hidden;
    if (canRetry && (only === undefined || this.#isUnreachable)) this.#wait();
  }

  cancel(): void {
    window.clearTimeout(this.#retry);
    // The server removes its part too, or after a day if it is unreachable now.
    this.#upload.abort(true).catch(() => undefined);
    forgetStored(this.fingerprint);
    this.#end('cancelled');
  }

  /** Removes its row from the page. */
  remove(): void {
    this.#view.remove();
  }
}

/** A browser has six connections to a server; pages and their events need some. */
const atOnce = 3;

const isUnderWay = (row: UploadRow) => row.state === 'sending' || row.state === 'checking';
const isSettled = (row: UploadRow) => row.state === 'done' || row.state === 'cancelled';

/** The uploads of this panel: a few run concurrently, the rest wait; a failure does not stop the others. */
export function createUploads(panel: HTMLElement) {
  let rows: UploadRow[] = [];
  let stored = 0;

  function begin(): void {
    const waiting = navigator.onLine ? rows.filter((row) => row.state === 'waiting') : [];
    const free = atOnce - rows.filter(isUnderWay).length;
    for (const row of waiting.slice(0, Math.max(0, free))) void row.begin();
  }

  const summary = createSummary(panel, {
    retry: () => rows.forEach((row) => row.retry()),
    cancel: () => rows.filter((row) => !isSettled(row)).forEach((row) => row.cancel()),
  });

  let isPlanned = false;
  /** Runs once per burst of changes, since starting uploads causes further changes. */
  function change(): void {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      begin();
      summary.show(rows);
      const now = rows.filter((row) => row.state === 'done').length;
      if (now > stored) void refreshRegions(location.href);
      stored = now;
      showInterrupted(
        panel,
        rows.filter((row) => !isSettled(row)).map(({ fingerprint }) => fingerprint),
      );
    });
  }

  window.addEventListener('online', () => rows.forEach((row) => row.retry('unreachable')));
  return {
    /** Adds files to the queue, except those already uploading. */
    add(files: readonly ChosenFile[]): void {
      if (rows.every(isSettled)) {
        for (const row of rows) row.remove();
        rows = [];
        stored = 0;
      }
      const known = new Set(rows.filter((row) => !isSettled(row)).map(({ fingerprint }) => fingerprint));
      for (const chosen of files) {
        if (known.has(fingerprintOf(panel.dataset['upload'] ?? '', chosen))) continue;
        rows.push(new UploadRow(panel, chosen, change));
      }
      change();
    },
  };
}
