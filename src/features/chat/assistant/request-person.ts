import type { Content } from '#content/schemas.ts';
import type { Chat } from './chat.ts';
import { questionsOf } from './chat.ts';
import { newRecord, waitingRecord } from './team-record.ts';
import { postAction, type TeamAnswer, type TeamHost } from './team-connection.ts';
import type { TeamStore } from './team-connection.ts';

type Words = Content<'conversations'>['chat'];

/** The dependencies of a conversation with the team. */
export interface TeamParts {
  readonly chat: Chat;
  readonly store: TeamStore;
  readonly host: TeamHost;
  readonly words: Words;
}

/** `failed` may not have reached the server and can be retried. */
export type Started = 'begun' | 'refused' | 'failed';

/** Returns why no person is available. */
export const refusalOf = ({ error }: TeamAnswer, words: Words) => error ?? words.failed;

/**
 * Shows why no conversation was started. A failure may not have reached the server; any other response is a refusal.
 */
function showRefusal(chat: Chat, answer: TeamAnswer, words: Words): Started {
  const hasFailed = answer.status === 0;
  chat.addMessage({ sender: 'event', message: refusalOf(answer, words), offersMessage: !hasFailed });
  return hasFailed ? 'failed' : 'refused';
}

/** The most questions sent to the team: the server's limit. */
const mostAsked = 20;
const longestAsked = 2_000;

/** Returns the visitor's questions to the assistant, in the server's format. */
function askedBeforeOf(chat: Chat): string {
  const questions = questionsOf(chat.read()).slice(-mostAsked);
  return JSON.stringify(questions.map((question) => question.slice(0, longestAsked)));
}

/** Starts a conversation and sends the earlier questions; the chat shows why if it fails. */
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

/** Requests a person again in a returned conversation; `over` if it cannot continue. */
export async function requestAgain(
  { chat, store, host, words }: TeamParts,
  token: string,
): Promise<Started | 'over'> {
  const answer = await postAction(host, token, 'ask', { asked_before: askedBeforeOf(chat) });
  if (answer.status === 404 || answer.status === 409) return 'over';
  if (!answer.begun) return showRefusal(chat, answer, words);
  const record = store.read();
  // If a member has joined in the meantime, the stream has already reported it.
  if (record?.token === token && record.state === 'handed-back')
    store.become(waitingRecord(record, Date.now()));
  return 'begun';
}

/** Announces that messages now go to the team. The link makes the scrolling log focusable by keyboard. */
export function announceTeam(chat: Chat, words: Words): void {
  const links = [{ label: words.privacy, href: '/privacy', opens: null }];
  chat.addMessage({ sender: 'event', message: words.asked, links });
}
