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
import { chatKey, readKept, storeKept, type ChatStorage } from './chat-storage.ts';

const isMessage = (value: Partial<ChatMessage> | null): value is ChatMessage =>
  typeof value?.id === 'number' &&
  typeof value.message === 'string' &&
  typeof value.timestamp === 'number' &&
  Array.isArray(value.links);

/** The conversation that this browser has kept; empty without one, or where it cannot be read. It never leaves the browser. */
function keptConversation(storage: () => ChatStorage): Conversation {
  const kept = readKept(chatKey, storage);
  return Array.isArray(kept) && kept.every(isMessage) ? kept : [];
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
  /** Takes over what was said on another page of the browser. */
  readonly reread: () => void;
}

/** The conversation of this browser. It continues where an earlier page stopped, with the answers still due. */
export function createChat(words: Content<'assistant'>, storage: () => ChatStorage): Chat {
  let conversation = keptConversation(storage);
  const listeners = new Set<() => void>();

  const show = (next: Conversation) => {
    conversation = next;
    for (const listener of listeners) listener();
  };
  const become = (next: Conversation) => {
    if (next === conversation) return;
    storeKept(chatKey, next, storage);
    show(next);
  };
  const answer = (waiting: ChatMessage) => {
    setTimeout(() => {
      // Another page may have answered it.
      const isDue = unansweredOf(conversation).some(({ id }) => id === waiting.id);
      if (isDue) become(reply(conversation, waiting, words, Date.now()));
    }, replyDelayMs);
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
      if (kept.length <= conversation.length) return;
      show(kept);
      unansweredOf(kept).forEach(answer);
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
