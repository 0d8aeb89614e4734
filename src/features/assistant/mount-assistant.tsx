import { createRoot } from 'react-dom/client';
import { AssistantPanel } from './assistant-panel.tsx';
import sheetUrl from './assistant.css?url';
import type { Context } from './conversation.ts';

export interface Assistant {
  show(isOpen: boolean, context: Context): void;
}

/** The panel's styles, which no page carries until they are needed. */
function loadStyles(page: Document): Promise<unknown> {
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheetUrl;
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    // Unstyled is better than absent.
    link.onerror = resolve;
  });
  page.head.append(link);
  return loaded;
}

/** Puts the panel at the end of the page; `onClose` is asked to close it. */
export async function mountAssistant(page: Document, onClose: () => void): Promise<Assistant> {
  await loadStyles(page);
  const host = page.createElement('div');
  page.body.append(host);
  const root = createRoot(host);
  return {
    show: (isOpen, context) =>
      root.render(<AssistantPanel isOpen={isOpen} context={context} onClose={onClose} />),
  };
}
