import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { prefixErrorTitle } from '#src/studio/error-title.client.ts';

type Answer = {
  readonly options?: unknown;
  readonly next?: string;
  readonly error?: string;
  /** The URL of the page where they must confirm their identity first. */
  readonly confirm?: string;
};

/** Posts to one of the form's actions and returns its JSON. */
async function post(form: HTMLFormElement, action: string, body: Record<string, string>): Promise<Answer> {
  const url = new URL(form.action);
  url.searchParams.set('do', action);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

const ask = async (kind: string | undefined, options: unknown) =>
  kind === 'add'
    ? startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });

/** Returns the URL of the confirmation page, which leads back here with the typed name. */
function confirmationOf(confirm: string, name: string): string {
  const back = new URL(location.href);
  if (name !== '') back.searchParams.set('name', name);
  return `${confirm}?${new URLSearchParams({ next: back.pathname + back.search }).toString()}`;
}

/** Submits the page's own form, which needs no code any more. */
function goOn(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-goes-on]');
  if (!form) return location.reload();
  form.action = form.dataset['goesOn'] ?? '';
  form.submit();
}

/** Runs the browser's passkey dialog for the form. Returns where to continue, or the error. */
async function answerFor(form: HTMLFormElement): Promise<{ next: string } | { error: string }> {
  const { passkey: kind, broken = '', unsupported = '' } = form.dataset;
  if (!browserSupportsWebAuthn()) return { error: unsupported };
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const { next = '', name = '', trust = '' } = fields;
  try {
    const { options, error, confirm } = await post(form, `begin-${kind}`, {});
    if (confirm !== undefined) return { next: confirmationOf(confirm, name) };
    if (options === undefined) return { error: error ?? broken };
    const response = JSON.stringify(await ask(kind, options));
    const done = await post(form, kind ?? '', { response, next, name, trust });
    return done.next === undefined ? { error: done.error ?? broken } : { next: done.next };
  } catch {
    // Cancelled, timed out or offline: the person can try again.
    return { error: broken };
  }
}

const buttonOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLButtonElement>('button[data-passkey-button]');

async function submit(form: HTMLFormElement): Promise<void> {
  const button = buttonOf(form);
  const notice = form.querySelector<HTMLElement>('[data-passkey-error]');
  if (!button || button.dataset['busy'] !== undefined) return;
  button.dataset['busy'] = '';
  const answer = await answerFor(form);
  delete button.dataset['busy'];
  if ('next' in answer)
    return form.dataset['passkeyGoesOn'] === undefined ? location.assign(answer.next) : goOn();
  const text = notice?.querySelector('span');
  if (!notice || !text) return;
  notice.hidden = false;
  text.textContent = answer.error;
  prefixErrorTitle(document);
  button.focus();
}

/** Wires the forms that are completed with a passkey. */
export function wirePasskeys(root: Document): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void submit(form);
    });
    const button = buttonOf(form);
    if (button) button.disabled = false;
  }
}
