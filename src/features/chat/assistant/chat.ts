import type { Content } from '#content/schemas.ts';
import { chatKey, readStored, writeStored, type ChatStorage } from './chat-storage.ts';

const isMessage = (value: Partial<ChatMessage> | null): value is ChatMessage =>
  typeof value?.id === 'number' &&
  typeof value.message === 'string' &&
  typeof value.timestamp === 'number' &&
  Array.isArray(value.links);

/**
 * Reads the stored conversation, which never leaves the browser; empty if there is none or it cannot be read.
 */
function storedConversation(storage: () => ChatStorage): Conversation {
  const stored = readStored(chatKey, storage);
  return Array.isArray(stored) && stored.every(isMessage) ? stored : [];
}

export interface Chat {
  /** Returns the conversation so far; the same object until it changes. */
  readonly read: () => Conversation;
  /** Calls the listener after every change; returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly greet: (context: Context) => void;
  /** Adds the visitor's message; the answer follows a second later. */
  readonly send: (text: string) => void;
  /** Adds a message or event of the conversation with the team, unless its line is already known. */
  readonly addMessage: (message: Draft) => void;
  /** Loads messages from other pages of the browser. */
  readonly reread: () => void;
}

/** Creates this browser's chat, continuing the stored one with the answers still due. */
export function createChat(words: Content<'assistant'>, storage: () => ChatStorage): Chat {
  let conversation = storedConversation(storage);
  const listeners = new Set<() => void>();

  const show = (next: Conversation) => {
    conversation = next;
    for (const listener of listeners) listener();
  };
  const become = (next: Conversation) => {
    if (next === conversation) return;
    writeStored(chatKey, next, storage);
    show(next);
  };
  const answer = (waiting: ChatMessage) => {
    setTimeout(() => {
      // Another page may have answered already.
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
      const stored = storedConversation(storage);
      if (stored.length <= conversation.length) return;
      show(stored);
      unansweredOf(stored).forEach(answer);
    },
    greet: (context) => become(greet(conversation, context, words, Date.now())),
    addMessage: (message) => {
      const isKnown = message.line !== undefined && conversation.some(({ line }) => line === message.line);
      if (!isKnown) become(addMessage(conversation, message, message.timestamp ?? Date.now()));
    },
    send: (text) => {
      const before = conversation;
      become(addVisitorText(conversation, text, Date.now()));
      const last = conversation.at(-1);
      if (conversation !== before && last) answer(last);
    },
  };
}

type Words = Content<'assistant'>;
type Rule = Words['rules'][number];

interface Answer {
  readonly text: string;
  readonly links: Rule['links'];
}

/**
 * Returns the prepared answer to a message: that of the first rule with a keyword anywhere in it, ignoring case, in
 * the order of content/assistant.yaml; else the default answer.
 */
function answerTo(message: string, { rules, defaultAnswer }: Words): Answer {
  const heard = message.toLowerCase();
  const rule = rules.find(({ keywords }) => keywords.some((keyword) => heard.includes(keyword)));
  return rule ? { text: rule.answer, links: rule.links } : { text: defaultAnswer, links: [] };
}

export type Context = 'default' | 'lead-intent';

export interface ChatMessage {
  readonly id: number;
  /** `team`: a person; `event`: an event reported by the chat itself. */
  readonly sender: 'agent' | 'user' | 'team' | 'event';
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly links: Answer['links'];
  /** The visitor's message that this one answers. */
  readonly answers: number | null;
  /** The id that the writer gave the line in a conversation with the team. */
  readonly line?: string;
  /** The name of the team member who wrote it. */
  readonly by?: string;
  /** Why a line was not sent. */
  readonly fate?: string;
  /** True if the message form is offered instead. */
  readonly offersMessage?: boolean;
}

export type Conversation = readonly ChatMessage[];

/** The delay of an answer. */
const replyDelayMs = 1000;

export type Draft = Pick<ChatMessage, 'sender' | 'message'> & Partial<ChatMessage>;

const addMessage = (conversation: Conversation, draft: Draft, now: number): Conversation => [
  ...conversation,
  { id: (conversation.at(-1)?.id ?? 0) + 1, timestamp: now, links: [], answers: null, ...draft },
];

/**
 * Returns the conversation with the greeting: first in a new one, added to a running one when the context requires
 * it.
 */
export function greet(conversation: Conversation, context: Context, words: Words, now: number): Conversation {
  const wasSaid = (text: string) => conversation.some(({ message }) => message === text);
  const message = context === 'lead-intent' ? words.greetings.leadIntent : words.greetings.default;
  if (wasSaid(message) || (conversation.length > 0 && context === 'default')) return conversation;
  const isUntouched = conversation.every(({ sender }) => sender === 'agent');
  return addMessage(isUntouched ? [] : conversation, { sender: 'agent', message }, now);
}

/** Adds the visitor's message; blank text changes nothing. */
export function addVisitorText(conversation: Conversation, text: string, now: number): Conversation {
  const message = text.trim();
  return message === '' ? conversation : addMessage(conversation, { sender: 'user', message }, now);
}

/** Returns the visitor's messages without an answer; lines to the team need none. */
export function unansweredOf(conversation: Conversation): Conversation {
  const answered = new Set(conversation.map(({ answers }) => answers));
  return conversation.filter(
    ({ id, sender, line }) => sender === 'user' && line === undefined && !answered.has(id),
  );
}

/** Returns the visitor's questions to the assistant, oldest first. */
export const questionsOf = (conversation: Conversation): readonly string[] =>
  conversation.flatMap(({ sender, line, message }) =>
    sender === 'user' && line === undefined ? [message] : [],
  );

/** True if no rule matches the last question. */
export function isUnsure(conversation: Conversation, { defaultAnswer }: Words): boolean {
  const last = conversation.findLast(({ sender }) => sender === 'agent');
  return last?.message === defaultAnswer && last.answers !== null;
}

/** Adds the assistant's answer to a message. */
export function reply(
  conversation: Conversation,
  { id, message }: ChatMessage,
  words: Words,
  now: number,
): Conversation {
  const { text, links } = answerTo(message, words);
  return addMessage(conversation, { sender: 'agent', message: text, links, answers: id }, now);
}
