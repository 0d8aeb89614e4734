import type { Content } from '#content/schemas.ts';

type Words = Content<'assistant'>;
type Rule = Words['rules'][number];

interface Answer {
  readonly text: string;
  readonly links: Rule['links'];
}

/**
 * The prepared answer to a message: the first rule one of whose keywords appears anywhere in it, upper and lower
 * case alike, in the order of content/assistant.yaml; else the default answer.
 */
function answerTo(message: string, { rules, defaultAnswer }: Words): Answer {
  const heard = message.toLowerCase();
  const rule = rules.find(({ keywords }) => keywords.some((keyword) => heard.includes(keyword)));
  return rule ? { text: rule.answer, links: rule.links } : { text: defaultAnswer, links: [] };
}

export type Context = 'default' | 'lead-intent';

export interface ChatMessage {
  readonly id: number;
  /** `team`: a person; `event`: what happened, said by the chat itself. */
  readonly sender: 'agent' | 'user' | 'team' | 'event';
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly links: Answer['links'];
  /** The visitor's message that this one answers. */
  readonly answers: number | null;
  /** The id that its writer gave a line of a conversation with the team. */
  readonly line?: string;
  /** The name of the team member who wrote it. */
  readonly by?: string;
  /** Why a line was not sent. */
  readonly fate?: string;
  /** A message can be left in place of what was refused. */
  readonly offersMessage?: boolean;
}

export type Conversation = readonly ChatMessage[];

/** How long the assistant takes to answer. */
export const replyDelayMs = 1000;

export type Draft = Pick<ChatMessage, 'sender' | 'message'> & Partial<ChatMessage>;

export const addMessage = (conversation: Conversation, draft: Draft, now: number): Conversation => [
  ...conversation,
  { id: (conversation.at(-1)?.id ?? 0) + 1, timestamp: now, links: [], answers: null, ...draft },
];

/** The conversation with its greeting: a new one begins with it, a running one hears it once it matters. */
export function greet(conversation: Conversation, context: Context, words: Words, now: number): Conversation {
  const wasSaid = (text: string) => conversation.some(({ message }) => message === text);
  const message = context === 'lead-intent' ? words.greetings.leadIntent : words.greetings.default;
  if (wasSaid(message) || (conversation.length > 0 && context === 'default')) return conversation;
  const isUntouched = conversation.every(({ sender }) => sender === 'agent');
  return addMessage(isUntouched ? [] : conversation, { sender: 'agent', message }, now);
}

/** The visitor says something; blank text changes nothing. */
export function sayText(conversation: Conversation, text: string, now: number): Conversation {
  const message = text.trim();
  return message === '' ? conversation : addMessage(conversation, { sender: 'user', message }, now);
}

/** The visitor's messages that still wait for their answer; a line to the team waits for none of the assistant's. */
export function unansweredOf(conversation: Conversation): Conversation {
  const answered = new Set(conversation.map(({ answers }) => answers));
  return conversation.filter(
    ({ id, sender, line }) => sender === 'user' && line === undefined && !answered.has(id),
  );
}

/** What the visitor asked the assistant, the oldest first. */
export const questionsOf = (conversation: Conversation): readonly string[] =>
  conversation.flatMap(({ sender, line, message }) =>
    sender === 'user' && line === undefined ? [message] : [],
  );

/** True if none of the rules fits what was asked last. */
export function isUnsure(conversation: Conversation, { defaultAnswer }: Words): boolean {
  const said = conversation.findLast(({ sender }) => sender === 'agent');
  return said?.message === defaultAnswer && said.answers !== null;
}

/** The assistant answers one message. */
export function reply(
  conversation: Conversation,
  { id, message }: ChatMessage,
  words: Words,
  now: number,
): Conversation {
  const { text, links } = answerTo(message, words);
  return addMessage(conversation, { sender: 'agent', message: text, links, answers: id }, now);
}
