import styles from './toast.module.css';

export interface Toast {
  readonly text: string;
  readonly kind: 'success' | 'error';
  /** How long it stays; an error without it stays until dismissed. Waits while the pointer or focus is on it. */
  readonly holdMs?: number;
  readonly dismissLabel: string;
}

const svg = (paths: string[]) => {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  for (const d of paths) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', d);
    icon.append(path);
  }
  return icon;
};

function region(): HTMLElement {
  const existing = document.getElementById('toasts');
  if (existing) return existing;
  const made = document.createElement('div');
  made.id = 'toasts';
  made.className = styles.region ?? '';
  made.setAttribute('role', 'status');
  // Inside a landmark, like all other content.
  (document.querySelector('main') ?? document.body).append(made);
  return made;
}

/** Shows a message at the bottom left; returns a function that removes it. */
export function showToast({ text, kind, holdMs, dismissLabel }: Toast): () => void {
  const toast = document.createElement('div');
  toast.className = styles.toast ?? '';
  toast.dataset.kind = kind;
  const words = document.createElement('p');
  const close = document.createElement('button');
  close.type = 'button';
  close.ariaLabel = dismissLabel;
  close.append(svg(['M18 6 6 18', 'm6 6 12 12']));
  toast.append(
    svg(
      kind === 'success'
        ? ['M20 6 9 17l-5-5']
        : ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 8v4', 'M12 16h.01'],
    ),
    words,
    close,
  );
  // A live region announces changes, so it has to exist before the text.
  region().append(toast);
  words.textContent = text;

  let timer: ReturnType<typeof setTimeout> | undefined;
  let leftMs = holdMs ?? Infinity;
  let startedAtMs = 0;
  const dismiss = () => {
    clearTimeout(timer);
    toast.remove();
  };
  const run = () => {
    if (leftMs === Infinity) return;
    startedAtMs = Date.now();
    clearTimeout(timer);
    timer = setTimeout(dismiss, leftMs);
  };
  const hold = () => {
    if (leftMs === Infinity) return;
    clearTimeout(timer);
    leftMs = Math.max(0, leftMs - (Date.now() - startedAtMs));
  };
  if (holdMs !== undefined) toast.style.setProperty('--hold', `${holdMs}ms`);
  toast.addEventListener('pointerenter', hold);
  toast.addEventListener('pointerleave', run);
  toast.addEventListener('focusin', hold);
  toast.addEventListener('focusout', run);
  close.addEventListener('click', dismiss);
  run();
  return dismiss;
}
