import { createRoot } from 'react-dom/client';
import words from '#content/assistant.yaml';
import { loadSheet } from '#src/ui/load-sheet.client.ts';
import { AssistantPanel } from './assistant-panel.tsx';
import { createChat } from './chat.ts';
import sheetUrl from './assistant.css?url';
import type { Context } from './conversation.ts';

export interface Assistant {
  show(isOpen: boolean, context: Context): void;
}

/** The message form of MessageTemplate; its script says what is wrong in it, not the browser's bubbles. */
function messageFormOf(page: Document): HTMLElement {
  const place = page.createElement('div');
  const template = page.querySelector<HTMLTemplateElement>('template#message-template');
  if (template) place.append(template.content.cloneNode(true));
  for (const form of place.querySelectorAll('form')) form.noValidate = true;
  return place;
}

/** Puts the panel at the end of the page; `onClose` is asked to close it. */
export async function mountAssistant(page: Document, onClose: () => void): Promise<Assistant> {
  // The panel's styles, which no page carries until they are needed.
  await loadSheet(page, sheetUrl);
  const host = page.createElement('div');
  page.body.append(host);
  const root = createRoot(host);
  const form = messageFormOf(page);
  const chat = createChat(words, () => sessionStorage);
  return {
    show: (isOpen, context) => {
      if (isOpen) chat.greet(context);
      root.render(<AssistantPanel chat={chat} form={form} isOpen={isOpen} onClose={onClose} />);
    },
  };
}
