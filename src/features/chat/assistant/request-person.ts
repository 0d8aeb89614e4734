import type { Content } from '#content/schemas.ts';
import { locale } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import type { Chat } from './chat.ts';
import { questionsOf } from './chat.ts';
import { newRecord, waitingRecord } from './team-record.ts';
import { postAction, type TeamAnswer, type TeamHost } from './team-connection.ts';
import type { TeamStore } from './team-connection.ts';

type Words = Content<'conversations'>['chat'];

/** What a conversation with the team is made of. */
export interface TeamParts {
  readonly chat: Chat;
  readonly store: TeamStore;
  readonly host: TeamHost;
  readonly words: Words;
}

/** `failed` may have reached nobody, and can be tried again. */
export type Started = 'begun' | 'refused' | 'failed';

const whenOf = (backAt: string) =>
  new Date(backAt).toLocaleString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });

/** Says why no person can be asked, and when the team is back. */
export const refusalOf = ({ error, backAt }: TeamAnswer, words: Words) =>
  [error ?? words.failed, backAt && fill(words.backAt, { when: whenOf(backAt) })].filter(Boolean).join(' ');

/** A failure may have reached nobody; every other answer but the one that was wanted says why there is nobody. */
function showRefusal(chat: Chat, answer: TeamAnswer, words: Words): Started {
  const hasFailed = answer.status === 0;
  chat.addMessage({ sender: 'event', message: refusalOf(answer, words), offersMessage: !hasFailed });
  return hasFailed ? 'failed' : 'refused';
}

/** How much of what was asked before is handed over: as much as the server takes. */
const mostAsked = 20;
const longestAsked = 2_000;

/** What the visitor asked the assistant, as the server reads it. */
function askedBeforeOf(chat: Chat): string {
  const questions = questionsOf(chat.read()).slice(-mostAsked);
  return JSON.stringify(questions.map((question) => question.slice(0, longestAsked)));
}

/** Begins a conversation, and hands over what was asked before; the chat says why there is none. */
export async function startConversation(
  { chat, store, host, words }: TeamParts,
  askedAs: string,
): Promise<Started> {
  const answer = await host.post('/chat', { asked_as: askedAs, asked_before: askedBeforeOf(chat) });
  if (answer.begun && answer.token !== undefined) {
    store.become(newRecord(answer.token));
    return 'begun';
  }
  return showRefusal(chat, answer, words);
}

/** Asks again in the conversation of the tab, which was handed back; `over` where it can go on no more. */
export async function requestAgain(
  { chat, store, host, words }: TeamParts,
  token: string,
): Promise<Started | 'over'> {
  const answer = await postAction(host, token, 'ask', { asked_before: askedBeforeOf(chat) });
  if (answer.status === 404 || answer.status === 409) return 'over';
  if (!answer.begun) return showRefusal(chat, answer, words);
  const record = store.read();
  // If a member has taken it meanwhile, the stream has said so already.
  if (record?.token === token && record.state === 'handed-back')
    store.become(waitingRecord(record, Date.now()));
  return 'begun';
}

/** Says that what is written is for the team from here on. A link in what scrolls lets it be scrolled by keyboard. */
export function announceTeam(chat: Chat, words: Words): void {
  const links = [{ label: words.privacy, href: '/privacy', opens: null }];
  chat.addMessage({ sender: 'event', message: words.asked, links });
}
