import type { ChatMessage, Conversation } from './conversation.ts';

const storageKey = 'antinode:chat';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const isMessage = (value: Partial<ChatMessage> | null): value is ChatMessage =>
  typeof value?.id === 'number' &&
  typeof value.message === 'string' &&
  typeof value.timestamp === 'number' &&
  Array.isArray(value.links);

/** The conversation of this browser tab, so that it goes on while the visitor browses. Never leaves the browser. */
export function keptConversation(shelf: () => Shelf): Conversation {
  try {
    const kept: unknown = JSON.parse(shelf().getItem(storageKey) ?? '[]');
    return Array.isArray(kept) && kept.every(isMessage) ? kept : [];
  } catch {
    return [];
  }
}

export function keepConversation(conversation: Conversation, shelf: () => Shelf): void {
  try {
    shelf().setItem(storageKey, JSON.stringify(conversation));
  } catch {
    // Blocked or full: the conversation then lasts as long as the page.
  }
}
