import type { Content } from '#content/schemas.ts';
import {
  greet,
  reply,
  replyDelayMs,
  say,
  unansweredOf,
  type ChatMessage,
  type Context,
  type Conversation,
} from './conversation.ts';
import { keepConversation, keptConversation } from './keep-conversation.ts';

export interface Chat {
  /** The conversation so far; the same object until something is said. */
  readonly read: () => Conversation;
  /** Calls back after everything that is said; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly greet: (context: Context) => void;
  /** The visitor says something; the answer comes a second later. */
  readonly send: (text: string) => void;
}

/** The conversation of this tab. Goes on where an earlier page of it stopped, answers owed included. */
export function createChat(
  words: Content<'assistant'>,
  shelf: () => Pick<Storage, 'getItem' | 'setItem'>,
): Chat {
  let conversation = keptConversation(shelf);
  const listeners = new Set<() => void>();

  const become = (next: Conversation) => {
    if (next === conversation) return;
    conversation = next;
    keepConversation(conversation, shelf);
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
    greet: (context) => become(greet(conversation, context, words, Date.now())),
    send: (text) => {
      const before = conversation;
      become(say(conversation, text, Date.now()));
      const said = conversation.at(-1);
      if (conversation !== before && said) answer(said);
    },
  };
}
