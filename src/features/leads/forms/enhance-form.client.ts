import { browserLeadStatus } from '#src/features/site/lead-status.client.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { createFormAttempts } from './form-attempts.client.ts';
import { draftOf } from './form-draft.client.ts';
import { showError, showErrors } from './form-errors.client.ts';
import { fieldsOf } from './form-fields.client.ts';
import { messageOf, type FormWords } from './form-message.ts';
import { partsOf } from './form-parts.client.ts';
import { controlsOf, setValue, valuesOf, type Control } from './form-values.client.ts';
import { postForm, type Posted } from './post-form.client.ts';
import { celebrate } from './sent-form.client.ts';

type State = 'idle' | 'sending' | 'success' | 'error';

/** Sends one form and says what came of it. Returns what its submit button does. */
function createSender(form: HTMLFormElement, words: FormWords, check: () => Record<string, string>) {
  const { say, explain, setBusy } = partsOf(form);
  const attempts = createFormAttempts(form);
  const setState = (state: State) => (form.dataset['state'] = state);

  function succeed(sent: string): void {
    setState('success');
    attempts.forget();
    const clear = () => {
      // What was typed after sending is the next message.
      if (attempts.body() === sent) for (const control of controlsOf(form)) control.value = '';
    };
    celebrate(form, words, (text) => say('success', text), clear);
    form.dispatchEvent(new CustomEvent('antinode:sent', { bubbles: true, detail: form.dataset['form'] }));
    void browserLeadStatus().reconcile();
  }

  function fail(posted: Exclude<Posted, { ok: true }>): void {
    setState('error');
    say('failure', words.failure);
    if (posted.reason === 'unreachable') {
      explain(navigator.onLine ? words.failures.unreachable : words.failures.offline);
      return;
    }
    // This id belongs to other words; the next attempt needs one of its own.
    if (posted.status === 409) attempts.renew();
    explain(posted.error ?? words.failures.server);
    if (Object.keys(posted.errors).length > 0) showErrors(form, posted.errors);
  }

  async function send(): Promise<void> {
    if (form.dataset['state'] === 'sending') return;
    say('failure', null);
    say('success', null);
    explain('');
    const sentences = check();
    showErrors(form, sentences);
    if (Object.keys(sentences).length > 0) return;
    const sent = attempts.body();
    const id = attempts.begin();
    setState('sending');
    setBusy(true, words.sending);
    const posted = await postForm(form, id);
    setBusy(false, words.sending);
    if (posted.ok) succeed(sent);
    else fail(posted);
  }

  setState('idle');
  return { send, explain, keep: attempts.keep };
}

/**
 * Lets a form be sent without leaving the page. Nothing typed is ever lost: it is emptied only after the server has stored
 * it, and a repeat of the same content goes under the same id, so that it is stored once.
 */
export function enhanceForm(form: HTMLFormElement): void {
  if (form.dataset['state']) return;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as FormWords;
  const check = () =>
    Object.fromEntries(
      checkFields(fieldsOf(form), valuesOf(form)).map((problem) => [
        problem.field,
        messageOf(problem, words),
      ]),
    );
  const { send, explain, keep } = createSender(form, words, check);
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  form.addEventListener('input', ({ target }) => {
    keep();
    const control = target as Control;
    if (control.ariaInvalid === 'true') showError(control, check()[control.name] ?? null);
  });
  restore(form, () => explain(words.draftKept));
}

/** Puts a draft back into the controls that are empty. */
function restore(form: HTMLFormElement, onRestored: () => void): void {
  const values = draftOf(form.dataset['form'] ?? '')?.values ?? {};
  const missing = controlsOf(form).filter((control) => !control.value && values[control.name]);
  for (const control of missing) setValue(control, values[control.name] ?? '');
  if (missing.length > 0) onRestored();
}
