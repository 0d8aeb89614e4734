import words from '#content/conversations.yaml';
import {
  fieldRefusal,
  refusal,
  runAction,
  type Action,
  type ActionOutcome,
  type RouteRequest,
} from '#src/features/accounts/access/action.ts';
import { requestAgain, startConversation } from '../conversations/start-conversation.ts';
import { endConversation } from '../conversations/change-conversation.ts';
import {
  confirmWriter,
  findConversationId,
  findOpened,
  networkKeyOf,
} from '../conversations/find-conversation.ts';
import { leaveAddress } from '../conversations/convert-to-lead.ts';
import { longestLine, postAsVisitor } from '../conversations/post-line.ts';
import { submitRulesOf } from '#src/features/leads/submissions/form-handler.ts';
import { checkText } from '#src/workspace/form-checks.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { fill } from '#src/platform/fill.ts';
import { validate as isUuid } from 'uuid';
import * as z from 'zod/mini';
import { isAnyoneAvailable } from '../conversations/availability.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { nameAndEmailRefusal } from '#src/features/accounts/people/name-and-email.ts';
import { numberText } from '#src/studio/locale.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';
import { recordPage } from '../conversations/visitor-page.ts';
import { storeIfRoom } from '#src/platform/database/sql-state.ts';
import { conversationHub } from '../conversations/conversation-hub.ts';
import { afterOf, streamEvents } from '#src/features/notifications/events/stream-hub.ts';

const { errors } = words;

/** A chat request. */
export type ChatRequest = RouteRequest<'services' | 'session' | 'client' | 'refused'>;

/** The most questions to the assistant that are stored for the team. */
const mostAsked = 20;

const questions = z.array(z.string().check(z.maxLength(longestLine))).check(z.maxLength(mostAsked));

/** Parses the visitor's earlier questions to the assistant, a JSON array of strings; null if invalid. */
function readAskedBefore({ asked_before: text = '[]' }: Entries): readonly string[] | null {
  try {
    const read = questions.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

const gone = refusal(404, errors.gone);
const badId = (field: string) => fieldRefusal(field, errors.unreadable);

/** Runs an action for scripts and responds in JSON. */
async function answer(incoming: ChatRequest, action: Action) {
  const url = new URL(incoming.url);
  url.searchParams.set('do', 'it');
  const headers = new Headers(incoming.request.headers);
  headers.set('accept', 'application/json');
  const request = new Request(incoming.request, { headers });
  const outcome = await runAction({ ...incoming, url, request }, { it: action });
  return setPrivateHeaders(outcome instanceof Response ? outcome : new Response(null, { status: 405 }));
}

/** An expected outcome that the chat shows, not an error. */
const notFree: ActionOutcome = { ok: true, data: { begun: false, error: errors.nobody } };

/** `GET /chat`: whether a person is available now, and why not. */
export async function presenceForChat({ locals: { services } }: ChatRequest): Promise<Response> {
  const isOpen = await isAnyoneAvailable(services.db, services.clock.now());
  return setPrivateHeaders(Response.json({ isOpen, ...(!isOpen && { error: errors.nobody }) }));
}

/**
 * `POST /chat` with `asked_as`, a UUID, and `asked_before`: starts a conversation, or responds why no person is
 * available.
 */
export const openChat = (incoming: ChatRequest): Promise<Response> => {
  const begin: Action = async ({ services, entries }) => {
    const { asked_as: askedAs = '' } = entries;
    if (!isUuid(askedAs)) return badId('asked_as');
    const askedBefore = readAskedBefore(entries);
    if (!askedBefore) return badId('asked_before');
    const network = networkOf(incoming.locals.client.address);
    const begun = await startConversation(services.db, services, { askedAs, network, askedBefore });
    if (begun.ok) return { ok: true, data: { begun: true, token: begun.token } };
    if (begun.reason === 'too-many') return refusal(429, errors.tooManyConversations);
    return notFree;
  };
  return answer(incoming, begin);
};

/** Returns an action on the conversation of the token in the URL. */
const inConversation =
  (
    { params }: ChatRequest,
    act: (input: Parameters<Action>[0], id: string) => Promise<ActionOutcome>,
  ): Action =>
  async (input) => {
    const id = await findConversationId(input.services.db, params['token'] ?? '');
    return id === null ? gone : act(input, id);
  };

/** Posts a visitor's line: `written_as`, a UUID, and `content`. */
const postLineAction = (incoming: ChatRequest): Action =>
  inConversation(incoming, async ({ services, entries }, conversationId) => {
    const { written_as: writtenAs = '', content = '' } = entries;
    if (!isUuid(writtenAs)) return badId('written_as');
    const tooLong = fill(errors.tooLong, { count: numberText(longestLine) });
    const wrong = checkText(entries, 'content', { max: longestLine, missing: errors.blank, tooLong });
    if (wrong) return fieldRefusal('content', wrong.message);
    const posted = await postAsVisitor(services.db, services, { conversationId, writtenAs, content });
    if (posted.ok) return { ok: true, data: { seq: posted.seq } };
    if (posted.reason === 'too-many') return refusal(429, errors.tooManyLines);
    if (posted.reason === 'not-found') return gone;
    return refusal(
      409,
      { ended: errors.ended, full: errors.full, conflict: errors.unreadable }[posted.reason],
    );
  });

/** `POST /chat/[token]/lines`. */
export const postLineInChat = (incoming: ChatRequest): Promise<Response> =>
  answer(incoming, postLineAction(incoming));

/**
 * The actions on a conversation's page, `/chat/[token]?do=…`: send a line, request a person again, leave an address
 * (`name`, `email`), end it, and confirm as an email's reader to be its writer.
 */
export const chatActions = (incoming: ChatRequest): Readonly<Record<string, Action>> => ({
  say: postLineAction(incoming),
  ask: inConversation(incoming, async ({ services, entries }, conversationId) => {
    const askedBefore = readAskedBefore(entries);
    if (!askedBefore) return badId('asked_before');
    const again = await requestAgain(services.db, services, conversationId, askedBefore);
    if (again.ok) return { ok: true, data: { begun: true } };
    if (again.reason === 'not-found') return gone;
    if (again.reason === 'ended') return refusal(409, errors.ended);
    return notFree;
  }),
  'leave-address': inConversation(incoming, async ({ services, entries }, conversationId) => {
    const wrong = nameAndEmailRefusal(entries, errors);
    if (wrong) return wrong;
    const { name = '', email = '' } = entries;
    const network = networkOf(incoming.locals.client.address);
    const parts = { ...services, rules: submitRulesOf(services) };
    const converted = await leaveAddress(services.db, parts, { conversationId, network, name, email });
    if (converted.ok) return { ok: true };
    if (converted.reason === 'too-many') return refusal(429, errors.tooManyAddresses);
    if (converted.reason === 'other-address') return fieldRefusal('email', errors.otherAddress, 409);
    return gone;
  }),
  end: inConversation(incoming, async ({ services }, conversationId) => {
    const ended = await endConversation(services.db, services, null, conversationId);
    return ended.ok ? { ok: true } : gone;
  }),
  confirm: async ({ services, params }) =>
    (await confirmWriter(services.db, services.clock.now(), params['token'] ?? '')) ? { ok: true } : gone,
});

/**
 * Streams the lines of a conversation as server-sent events. Responds 204, which stops a browser from reconnecting,
 * if the conversation has ended and all lines were received; 429 if its network has too many streams. `page` is the
 * path on which the visitor has it open.
 */
export async function streamOfChat({ request, params, locals }: ChatRequest): Promise<Response> {
  const { db, secret } = locals.services;
  const opened = await findOpened(db, params['token'] ?? '');
  if (!opened) return setPrivateHeaders(new Response(null, { status: 404 }));
  const { id: conversationId, state, seq } = opened;
  if (state === 'ended' && Number(afterOf(request)) >= seq)
    return setPrivateHeaders(new Response(null, { status: 204 }));
  await storeIfRoom(() => recordPage(db, conversationId, new URL(request.url).searchParams.get('page')));
  const networkKey = networkKeyOf(secret, networkOf(locals.client.address));
  return setPrivateHeaders(streamEvents(conversationHub.find(), request, { conversationId, networkKey }));
}
