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
      /** The server's own sentence; null where something else answered. */
      error: string | null;
      /** Sentence by field. */
      errors: Record<string, string>;
    };

const timeoutMs = 30_000;

type Said = { next: string; error: unknown; errors: { field: string; message: string }[] };

/** Posts a form as multipart and reads the answer. Any ok response is a success; nothing is thrown. */
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

/** How a stored form is acknowledged on the page; all times count from the server's answer. */
type Receipt = {
  /** When the fields are emptied. */
  readonly clearAfterMs: number;
  /** How long the toast stands beside the receipt in the form; without one there is none. */
  readonly toastMs?: number;
  /** The dialog closes when the fields are emptied, and a toast says it once more; the receipt stays in the form. */
  readonly closesDialog?: boolean;
};

const receipts: Readonly<Record<string, Receipt>> = {
  brief: { clearAfterMs: 1000, toastMs: 4000 },
  contact: { clearAfterMs: 0, toastMs: 5000 },
  'discovery-call': { clearAfterMs: 1000, closesDialog: true },
};

/** Shows the receipt of a form that is stored, and empties the form when its time has come. */
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
  // The message also stays in the form, for visitors who missed the toast.
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
 * Sends one form and shows what came of it. `check` returns the sentence of every field that is wrong; with one, nothing is
 * sent. `send` is for the submit button, `keep` keeps what was typed as a draft. `showTimes` shows anew the times that can be picked.
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
    // A call that was booked has a page of its own.
    if (next.startsWith('/calls/')) {
      location.assign(next);
      return;
    }
    const clear = () => {
      // If something was typed after sending, it is the next message and stays.
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
    // This id belongs to other words; the next attempt needs one of its own.
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
