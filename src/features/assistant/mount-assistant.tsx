import { createRoot } from 'react-dom/client';
import { AssistantPanel } from './assistant-panel.tsx';
import type { Context } from './conversation.ts';

export interface Assistant {
  show(isOpen: boolean, context: Context): void;
}

/** Puts the panel at the end of the page; `onClose` is asked to close it. */
export function mountAssistant(page: Document, onClose: () => void): Assistant {
  const host = page.createElement('div');
  page.body.append(host);
  const root = createRoot(host);
  return {
    show: (isOpen, context) =>
      root.render(<AssistantPanel isOpen={isOpen} context={context} onClose={onClose} />),
  };
}
