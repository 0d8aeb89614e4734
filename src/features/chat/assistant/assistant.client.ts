import type { Opener } from '#src/studio/openers.client.ts';
import type { Assistant } from './mount-assistant.tsx';
import { chatKey, readStored, teamKey } from './chat-storage.ts';

/**
 * Opens the assistant, whose code loads when a visitor is likely to open it. Every opener becomes a button; those
 * marked `data-chat-toggle` also close it and change their label.
 */
export function assistantOpener(page: Document): Opener {
  const load = () => import('./mount-assistant.tsx');
  let assistant: Promise<Assistant> | undefined;
  let openedFrom: HTMLElement | undefined;

  for (const opener of page.querySelectorAll('[data-opens^="chat"]')) opener.role = 'button';
  const toggles = [...page.querySelectorAll<HTMLElement>('[data-chat-toggle]')];
  const mark = (isOpen: boolean) => {
    for (const toggle of toggles) {
      toggle.ariaExpanded = `${isOpen}`;
      toggle.ariaLabel = toggle.dataset[isOpen ? 'closeLabel' : 'openLabel'] ?? null;
    }
  };
  const close = () => {
    mark(false);
    assistant?.then(
      (panel) => panel.show(false),
      () => undefined,
    );
    openedFrom?.focus();
    openedFrom = undefined;
  };
  const mount = () => (assistant ??= load().then((code) => code.mountAssistant(page, close)));
  mark(false);
  // Removes an expired chat; a conversation with the team continues with the panel closed.
  readStored(chatKey, () => localStorage);
  if (readStored(teamKey, () => localStorage) !== null) mount().catch(() => (assistant = undefined));

  return {
    // If the code fails to load now, it is retried on opening; if that fails, the link is followed.
    warm: () => load().catch(() => undefined),
    open: (kind, from) => {
      if (openedFrom && toggles.includes(from)) close();
      else {
        openedFrom = from;
        mark(true);
        mount().then(
          (panel) => panel.show(true, kind),
          () => {
            assistant = undefined;
            openedFrom = undefined;
            mark(false);
            location.assign((from as HTMLAnchorElement).href);
          },
        );
      }
      return true;
    },
  };
}
