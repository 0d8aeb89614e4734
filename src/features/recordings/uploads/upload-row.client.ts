import { DetailedError, Upload } from 'tus-js-client';
import type { ChosenFile } from './chosen-files.client.ts';
import { failureOf, type UploadAnswer } from './upload-failure.ts';
import { fingerprintOf, forgetStored, keepStored } from './upload-loader.client.ts';
import { createRowView } from './upload-view.client.ts';

const chunkBytes = 8_000_000;
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000];
/** How soon a complete upload that is still being checked is asked for again. */
const askAgainMs = 2000;
const locked = 423;
// Another attempt does not help against a refusal or a full disk.
const isFinal = (status: number) =>
  status === 507 || (status >= 400 && status < 500 && ![409, locked].includes(status));

/** `sending` and `checking` take one of the places for uploads at the same time. */
export type UploadState = 'waiting' | 'sending' | 'checking' | 'paused' | 'failed' | 'done' | 'cancelled';

/** An answer after which tus-js-client would begin the upload anew, although it is still there. */
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

/** Whether a file can still be read: it may have been moved, changed or removed since it was chosen. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The upload of one file, with its row on the page. `onChange` is told of every new state and of progress. */
export function createUploadRow(panel: HTMLElement, chosen: ChosenFile, onChange: () => void) {
  const { file, name } = chosen;
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  const projectId = panel.dataset['upload'] ?? '';
  const need = panel.querySelector<HTMLInputElement>('[data-upload-need]')?.checked ?? true;
  const fingerprint = fingerprintOf(projectId, chosen);
  const view = createRowView(panel, name);
  const { buttons } = view;
  let state: UploadState = 'waiting';
  let sentBytes = 0;
  let attempts = 0;
  let isUnreachable = false;
  let retry: number | undefined;

  const become = (next: UploadState) => {
    state = next;
    onChange();
  };
  const percent = () => String(file.size === 0 ? 100 : Math.floor((100 * sentBytes) / file.size));
  const fail = (key: 'failed' | 'tooLarge', reason = '') => {
    view.fail(key, reason);
    view.offer(...(key === 'failed' ? (['retry', 'cancel'] as const) : []));
    become('failed');
  };

  const upload = new Upload(file, {
    endpoint: '/desk/uploads',
    chunkSize: chunkBytes,
    // Tried again here, where it is known whether that makes sense.
    retryDelays: null,
    metadata: { projectId, name, needsApproval: need ? 'yes' : 'no' },
    // Recognises the same file after a reload.
    fingerprint: () => Promise.resolve(fingerprint),
    removeFingerprintOnSuccess: true,
    onAfterResponse(request, response) {
      const [status, text] = [response.getStatus(), response.getBody()];
      if (request.getMethod() !== 'HEAD' || status < 300 || [404, 410, locked].includes(status)) return;
      throw new AnswerError({ status, type: response.getHeader('content-type'), text });
    },
    onProgress(sent) {
      sentBytes = sent;
      if (sent < file.size) view.progress(sent, file.size);
      else check();
      onChange();
    },
    onChunkComplete() {
      attempts = 0;
      keepStored(fingerprint);
    },
    onError: (error) => void recover(error),
    onSuccess() {
      sentBytes = file.size;
      view.progress(sentBytes, file.size);
      view.say('done');
      view.offer();
      become('done');
    },
  });

  function check(): void {
    view.say('finishing');
    view.offer();
    state = 'checking';
  }

  const tryAgain = (waitMs: number) => {
    retry = window.setTimeout(() => upload.start(), waitMs);
  };

  async function recover(error: Error): Promise<void> {
    const answer = answerOf(error);
    const { status } = answer;
    if (status === locked) {
      if (sentBytes === file.size) check();
      return tryAgain(askAgainMs);
    }
    if (status === 0 && !(await isReadable(file))) return fail('failed', words['unreadable']);
    // Somebody may have paused or cancelled it meanwhile.
    if (state !== 'sending' && state !== 'checking') return undefined;
    const delayMs = retryDelaysMs[attempts];
    if (navigator.onLine && !isFinal(status) && delayMs !== undefined) {
      attempts++;
      view.say('retrying', { percent: percent() });
      return tryAgain(delayMs);
    }
    isUnreachable = status === 0;
    return fail('failed', failureOf(answer, words));
  }

  function wait(): void {
    view.say('waiting');
    view.offer('pause', 'cancel');
    become('waiting');
  }

  function cancel(): void {
    window.clearTimeout(retry);
    // The server removes its part too; where it cannot be reached, it does so after a day.
    upload.abort(true).catch(() => undefined);
    forgetStored(fingerprint);
    view.say('cancelled');
    view.offer();
    become('cancelled');
  }

  buttons.pause.addEventListener('click', () => {
    window.clearTimeout(retry);
    void upload.abort();
    view.say('paused', { percent: percent() });
    view.offer('resume', 'cancel');
    become('paused');
  });
  buttons.resume.addEventListener('click', wait);
  buttons.retry.addEventListener('click', wait);
  buttons.cancel.addEventListener('click', cancel);
  if (file.size > Number(panel.dataset['largest'])) fail('tooLarge');
  else wait();

  return {
    fingerprint,
    sizeBytes: file.size,
    state: () => state,
    sentBytes: () => (state === 'done' ? file.size : sentBytes),
    /** What its row says. */
    text: view.text,
    cancel,
    /** Lets it wait for its turn again, if it failed; `unreachable`: only if that was because nobody answered. */
    retry(only?: 'unreachable'): void {
      if (state === 'failed' && !buttons.retry.hidden && (only === undefined || isUnreachable)) wait();
    },
    /** Uploads the file, or continues where an earlier attempt at the same file stopped. */
    async begin(): Promise<void> {
      attempts = 0;
      isUnreachable = false;
      view.say('reading');
      view.offer('pause', 'cancel');
      become('sending');
      if (upload.url === null) {
        const [previous] = (await upload.findPreviousUploads()).toReversed();
        if (previous) upload.resumeFromPreviousUpload(previous);
      }
      // Somebody may have paused or cancelled it meanwhile.
      if (state === 'sending') upload.start();
    },
    remove: view.remove,
  };
}

export type UploadRow = ReturnType<typeof createUploadRow>;
