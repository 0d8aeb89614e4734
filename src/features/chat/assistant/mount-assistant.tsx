import { createRoot } from 'react-dom/client';
import words from '#content/assistant.yaml';
import { loadStyleSheet } from '#src/ui/load-style-sheet.client.ts';
import { AssistantPanel } from './assistant-panel.tsx';
import { createChat } from './chat.ts';
import sheetUrl from './assistant.css?url';
import type { Team } from './start-team.tsx';
import { chatKey, readStored, teamKey } from './chat-storage.ts';

export interface Assistant {
  /** `kind` comes from the opener: `chat:lead-intent` greets a visitor who has a project. */
  show(isOpen: boolean, kind?: string): void;
}

/**
 * Returns a copy of MessageTemplate's form, with native validation off, since its script shows the errors.
 */
function messageFormOf(page: Document): HTMLElement {
  const place = page.createElement('div');
  const template = page.querySelector<HTMLTemplateElement>('template#message-template');
  if (template) place.append(template.content.cloneNode(true));
  for (const form of place.querySelectorAll('form')) form.noValidate = true;
  return place;
}

/** Mounts the panel at the end of the page; calls `onClose` when it wants to close. */
export async function mountAssistant(page: Document, onClose: () => void): Promise<Assistant> {
  // The panel's styles load only when needed.
  await loadStyleSheet(page, sheetUrl);
  const host = page.createElement('div');
  page.body.append(host);
  const root = createRoot(host);
  const form = messageFormOf(page);
  const storage = () => localStorage;
  /** Returns whether this browser is in a conversation with the team. */
  const isInConversation = () => readStored(teamKey, storage) !== null;
  const chat = createChat(words, storage);
  let isShown = false;
  let team: Team | null = null;

  const render = () =>
    root.render(<AssistantPanel {...{ chat, team, loadTeam, form, onClose }} isOpen={isShown} />);
  async function loadTeam(): Promise<Team> {
    const { startTeam } = await import('./start-team.tsx');
    team ??= startTeam(page, chat, storage);
    team.show(isShown);
    render();
    return team;
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    chat.reread();
    if (isInConversation()) void loadTeam();
  });
  // Another page of the browser has changed the chat.
  addEventListener('storage', ({ key }) => {
    if (key === chatKey) chat.reread();
    if (key !== teamKey) return;
    if (team) team.sync();
    else if (isInConversation()) void loadTeam();
  });
  if (isInConversation()) await loadTeam();
  return {
    show: (isOpen, kind) => {
      // The assistant does not greet a visitor in a conversation with the team.
      if (isOpen && !team?.isTalking()) chat.greet(kind === 'chat:lead-intent' ? 'lead-intent' : 'default');
      isShown = isOpen;
      team?.show(isOpen);
      render();
    },
  };
}
