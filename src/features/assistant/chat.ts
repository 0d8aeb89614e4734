import {
  addMessage,
  greet,
  reply,
  replyDelayMs,
  sayText,
  unansweredOf,
  type ChatMessage,
  type Conversation,
  type Context,
  type Draft,
} from './conversation.ts';
import type { Content } from '#content/schemas.ts';

const storageKey = 'antinode:chat';

/** The part of sessionStorage that a chat needs; getting it may throw if storage is blocked. */
export type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isMessage = (value: Partial<ChatMessage> | null): value is ChatMessage =>
  typeof value?.id === 'number' &&
  typeof value.message === 'string' &&
  typeof value.timestamp === 'number' &&
  Array.isArray(value.links);

/** The conversation kept in this browser tab; empty without one, or where it cannot be read. It never leaves the browser. */
function keptConversation(storage: () => ChatStorage): Conversation {
  try {
    const kept: unknown = JSON.parse(storage().getItem(storageKey) ?? '[]');
    return Array.isArray(kept) && kept.every(isMessage) ? kept : [];
  } catch {
    return [];
  }
}

function keepConversation(conversation: Conversation, storage: () => ChatStorage): void {
  try {
    storage().setItem(storageKey, JSON.stringify(conversation));
  } catch {
    // Blocked or full: the conversation then lasts as long as the page.
  }
}

export interface Chat {
  /** The conversation so far; the same object until something is said. */
  readonly read: () => Conversation;
  /** Calls back after everything that is said; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly greet: (context: Context) => void;
  /** The visitor says something; the answer comes a second later. */
  readonly send: (text: string) => void;
  /** Adds what was said with the team, or happened there; a line that is known is not added again. */
  readonly addMessage: (message: Draft) => void;
  /** Takes over what was said on a later page of the tab, for a page that is shown again. */
  readonly reread: () => void;
}

/** The conversation of this tab. It continues where an earlier page of the tab stopped, with the answers still due. */
export function createChat(words: Content<'assistant'>, storage: () => ChatStorage): Chat {
  let conversation = keptConversation(storage);
  const listeners = new Set<() => void>();

  const become = (next: Conversation) => {
    if (next === conversation) return;
    conversation = next;
    keepConversation(conversation, storage);
    for (const listener of listeners) listener();
  };
  const answer = (waiting: ChatMessage) => {
    setTimeout(() => become(reply(conversation, waiting, words, Date.now())), replyDelayMs);
  };
  unansweredOf(conversation).forEach(answer);

  return {
    read: () => conversation,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reread: () => {
      const kept = keptConversation(storage);
      if (kept.length > conversation.length) become(kept);
    },
    greet: (context) => become(greet(conversation, context, words, Date.now())),
    addMessage: (message) => {
      const isKnown = message.line !== undefined && conversation.some(({ line }) => line === message.line);
      if (!isKnown) become(addMessage(conversation, message, message.timestamp ?? Date.now()));
    },
    send: (text) => {
      const before = conversation;
      become(sayText(conversation, text, Date.now()));
      const said = conversation.at(-1);
      if (conversation !== before && said) answer(said);
    },
  };
}
