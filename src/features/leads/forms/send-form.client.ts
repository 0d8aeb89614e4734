import { browserLeadStatus } from '#src/studio/visitor-status.client.ts';
import { fill } from '#src/platform/fill.ts';
import { postBody } from '#src/platform/post-body.client.ts';
import { showToast } from '#src/ui/toast.client.ts';
import { controlsOf, messagesOf, showErrors, createFormAttempts } from './form-controls.client.ts';
import type { FormWords } from './form-message.ts';

type Posted =
  | { ok: true; next: string }
  | { ok: false; reason: 'unreachable' }
  | {
      ok: false;
      reason: 'refused';
      status: number;
      /** The server's message; null if something else responded. */
      error: string | null;
      /** Messages by field. */
      errors: Record<string, string>;
    };

const timeoutMs = 30_000;

type Said = { next: string; error: unknown; errors: { field: string; message: string }[] };

/** Posts a form as multipart and parses the response. Any ok response is a success; never throws. */
async function post(form: HTMLFormElement, submissionId: string): Promise<Posted> {
  const body = new FormData(form);
  body.set('submission_id', submissionId);
  const address = form.getAttribute('action') ?? '';
  const { status, isOk, said } = await postBody<Said>(address, body, { timeoutMs });
  if (status === 0) return { ok: false, reason: 'unreachable' };
  const { next = '', error, errors } = said ?? {};
  if (isOk) return { ok: true, next };
  return {
    ok: false,
    reason: 'refused',
    status,
    error: typeof error === 'string' ? error : null,
    errors: Object.fromEntries(
      Array.isArray(errors) ? errors.map(({ field, message }) => [field, message]) : [],
    ),
  };
}

/** How the page confirms a stored form; times count from the server's response. */
type Receipt = {
  /** When the fields are cleared. */
  readonly clearAfterMs: number;
  /** How long a toast is shown in addition to the receipt; without a value there is none. */
  readonly toastMs?: number;
  /**
   * If true, the dialog closes when the fields are cleared, and a toast repeats the message; the receipt stays in the
   * form.
   */
  readonly closesDialog?: boolean;
};

const receipts: Readonly<Record<string, Receipt>> = {
  brief: { clearAfterMs: 1000, toastMs: 4000 },
  contact: { clearAfterMs: 0, toastMs: 5000 },
  'discovery-call': { clearAfterMs: 1000, closesDialog: true },
};

/** Shows the receipt of a stored form and clears the form after the delay. */
function showReceipt(
  form: HTMLFormElement,
  { success, receipt, dismiss }: FormWords,
  showInForm: (text: string | null) => void,
  clear: () => void,
): void {
  const { clearAfterMs, toastMs, closesDialog } = receipts[form.dataset['form'] ?? ''] ?? { clearAfterMs: 0 };
  const toast = (holdMs?: number) =>
    showToast({
      text: success,
      kind: 'success',
      dismissLabel: dismiss,
      ...(holdMs === undefined ? {} : { holdMs }),
    });
  const dialog = closesDialog ? form.closest('dialog') : null;
  // The message stays in the form for visitors who missed the toast.
  showInForm(toastMs === undefined ? success : receipt);
  if (toastMs !== undefined) toast(toastMs);
  const finish = () => {
    clear();
    if (!dialog) return;
    dialog.close();
    showInForm(receipt);
    toast();
  };
  if (clearAfterMs === 0) finish();
  else setTimeout(finish, clearAfterMs);
}

/**
 * Returns the functions that send a form. `check` returns the error of every invalid field; if there is one, nothing is
 * sent. `send` is for the submit button, `keep` saves the typed values as a draft. `showTimes` reloads the available
 * times.
 */
export function createFormSender(
  form: HTMLFormElement,
  words: FormWords,
  check: () => Record<string, string>,
  showTimes: (asked: { error: string }) => Promise<void>,
) {
  const { showNotice, showDetail, setBusy } = messagesOf(form);
  const attempts = createFormAttempts(form);
  const setState = (state: 'idle' | 'sending' | 'success' | 'error') => (form.dataset['state'] = state);

  function succeed(sent: string, next: string): void {
    setState('success');
    attempts.forget();
    // A booked call has its own page.
    if (next.startsWith('/calls/')) {
      location.assign(next);
      return;
    }
    const clear = () => {
      // Text typed after sending belongs to the next message and stays.
      if (attempts.body() === sent) for (const control of controlsOf(form)) control.value = '';
    };
    showReceipt(form, words, (text) => showNotice('success', text), clear);
    form.dispatchEvent(new CustomEvent('antinode:sent', { bubbles: true, detail: form.dataset['form'] }));
    void browserLeadStatus().reconcile();
  }

  function fail(posted: Exclude<Posted, { ok: true; next: string }>): void {
    setState('error');
    showNotice('failure', words.failure);
    if (posted.reason === 'unreachable') {
      showDetail(navigator.onLine ? words.failures.unreachable : words.failures.offline);
      return;
    }
    // This id belongs to other content; the next attempt needs a new one.
    if (posted.status === 409) attempts.renew();
    showDetail(posted.error ?? fill(words.failures.answered, { status: String(posted.status) }));
    if (Object.keys(posted.errors).length > 0) showErrors(form, posted.errors);
    const error = posted.errors['slot'] ?? posted.errors['time_zone'];
    if (error !== undefined) void showTimes({ error });
  }

  async function send(): Promise<void> {
    if (form.dataset['state'] === 'sending') return;
    showNotice('failure', null);
    showNotice('success', null);
    showDetail('');
    const sentences = check();
    const isFaulty = Object.keys(sentences).length > 0;
    if (isFaulty) showNotice('failure', words.errors.summary);
    showErrors(form, sentences);
    if (isFaulty) return;
    const sent = attempts.body();
    const id = attempts.begin();
    setState('sending');
    setBusy(true, words.sending);
    const posted = await post(form, id);
    setBusy(false, words.sending);
    if (posted.ok) succeed(sent, posted.next);
    else fail(posted);
  }

  setState('idle');
  return { send, showDetail, keep: attempts.keep };
}
