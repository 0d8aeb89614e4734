import { chat as words } from '#content/conversations.yaml';
import { newUuid } from '#src/platform/uuid.client.ts';
import type { Chat } from './chat.ts';
import type { ChatStorage } from './chat-storage.ts';
import { createTeamChat, type TeamChat } from './team-chat.ts';
import { getAnswer, postForm } from './team-requests.ts';
import { WithTeam } from './with-team.tsx';

/** The part of the assistant that is with the team. Its code loads when a person is asked for, and where a browser goes on with one. */
export type Team = TeamChat & { readonly WithTeam: typeof WithTeam };

/** Tells on every way to the panel that something new is in it, and says so once. */
function watchUnread(page: Document, team: TeamChat): void {
  const status = page.createElement('p');
  status.role = 'status';
  status.className = 'sr-only';
  page.body.append(status);
  let wasUnread = false;
  const mark = () => {
    const isUnread = team.read()?.isUnread ?? false;
    if (isUnread === wasUnread) return;
    wasUnread = isUnread;
    status.textContent = isUnread ? words.unread : '';
    for (const old of page.querySelectorAll('.assistant-unread')) old.remove();
    for (const toggle of isUnread ? page.querySelectorAll<HTMLElement>('[data-chat-toggle]') : []) {
      const word = page.createElement('b');
      word.className = 'assistant-unread';
      word.textContent = words.unreadMark;
      toggle.insertBefore(word, toggle.lastElementChild);
      const { openLabel } = toggle.dataset;
      if (openLabel) toggle.ariaLabel = `${openLabel}, ${words.unread}`;
    }
  };
  team.subscribe(mark);
  mark();
}

/** Begins to follow the conversation that this browser is in, if it is in one. */
export function startTeam(page: Document, chat: Chat, storage: () => ChatStorage): Team {
  const team = createTeamChat(chat, words, storage, {
    post: postForm,
    get: getAnswer,
    openStream: (path) => new EventSource(path),
    newId: newUuid,
  });
  watchUnread(page, team);
  addEventListener('online', team.goOn);
  addEventListener('pagehide', team.pause);
  addEventListener('pageshow', ({ persisted }) => persisted && team.comeBack());
  team.goOn();
  return { ...team, WithTeam };
}
