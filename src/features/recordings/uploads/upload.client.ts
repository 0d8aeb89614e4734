import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { refreshRegions } from '#src/features/notices/live/refresh-regions.client.ts';
import { failureOf, type UploadAnswer } from './upload-failure.ts';
import { showInterrupted } from './upload-loader.client.ts';
import { createUploadButtons, createUploadView } from './upload-view.client.ts';

type UploadView = ReturnType<typeof createUploadView>;
type UploadButtons = ReturnType<typeof createUploadButtons>;

const chunkBytes = 8_000_000;
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000];
// Another attempt does not help against a refusal or a full disk.
const isFinal = (status: number) =>
  status === 507 || (status >= 400 && status < 500 && ![409, 423].includes(status));

const statusOf = (error: Error) =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;

function answerOf(error: Error): UploadAnswer {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  return {
    status: statusOf(error),
    type: response?.getHeader('content-type'),
    text: response?.getBody() ?? '',
  };
}

type Callbacks = Pick<UploadOptions, 'onShouldRetry' | 'onProgress' | 'onError' | 'onSuccess'>;

function createUpload(panel: HTMLElement, file: File, callbacks: Callbacks): Upload {
  const projectId = panel.dataset['upload'] ?? '';
  const need = panel.querySelector<HTMLInputElement>('[data-upload-need]')?.checked ?? true;
  return new Upload(file, {
    endpoint: '/desk/uploads',
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    metadata: { projectId, name: file.name, needsApproval: need ? 'yes' : 'no' },
    // Recognises the same file after a reload.
    fingerprint: () =>
      Promise.resolve(`antinode ${projectId} ${file.name} ${file.size} ${file.lastModified}`),
    removeFingerprintOnSuccess: true,
    ...callbacks,
  });
}

/** Lets the browser forget an upload at once, whether or not the server has answered that it is gone. */
async function forget(upload: Upload): Promise<void> {
  for (const { urlStorageKey } of await upload.findPreviousUploads()) localStorage.removeItem(urlStorageKey);
}

/** Shows what happens to an upload. */
function callbacksOf(
  panel: HTMLElement,
  view: UploadView,
  buttons: UploadButtons,
  end: () => void,
): Callbacks {
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Record<string, string>;
  let percent = 0;
  return {
    onShouldRetry(error) {
      const willRetry = navigator.onLine && !isFinal(statusOf(error));
      if (willRetry) view.say('retrying', { percent: String(percent) });
      return willRetry;
    },
    onProgress(sent, total) {
      percent = view.progress(sent, total ?? sent);
      if (sent === total) view.say('finishing');
    },
    onError(error) {
      view.fail('failed', failureOf(answerOf(error), words));
      buttons.offer('retry', 'cancel');
    },
    onSuccess() {
      view.say('done');
      end();
      void refreshRegions(location.href);
    },
  };
}

/** Uploads a file to the project of this panel; continues where an earlier attempt at the same file stopped. */
export async function startUpload(panel: HTMLElement, file: File): Promise<void> {
  const view = createUploadView(panel, file.name);
  const buttons = createUploadButtons(panel);
  const input = panel.querySelector<HTMLInputElement>('[data-upload-file]');
  const bar = panel.querySelector<HTMLProgressElement>('[data-upload-bar]');
  if (!input || !bar) return;
  if (file.size > Number(panel.dataset['largest'])) return view.fail('tooLarge');
  const listening = new AbortController();
  const end = () => {
    listening.abort();
    input.disabled = false;
    input.value = '';
    buttons.offer();
    showInterrupted(panel);
  };
  const upload = createUpload(panel, file, callbacksOf(panel, view, buttons, end));
  const go = () => {
    view.say('reading');
    buttons.offer('pause', 'cancel');
    upload.start();
  };
  const on = (target: EventTarget, type: string, act: () => void) =>
    target.addEventListener(type, act, { signal: listening.signal });
  on(buttons.pause, 'click', () => {
    void upload.abort();
    view.say('paused', { percent: String(bar.value) });
    buttons.offer('resume', 'cancel');
  });
  on(buttons.resume, 'click', go);
  on(buttons.retry, 'click', go);
  on(buttons.cancel, 'click', () => {
    // The server removes its part too; where it cannot be reached, it does so after a day.
    upload.abort(true).catch(() => undefined);
    view.say('cancelled');
    void forget(upload).then(end);
  });
  on(globalThis, 'online', () => !buttons.retry.hidden && go());
  input.disabled = true;
  const [previous] = (await upload.findPreviousUploads()).toReversed();
  if (previous) upload.resumeFromPreviousUpload(previous);
  go();
}
