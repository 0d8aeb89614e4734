import words from '#content/conversations.yaml';
import { nameAndEmailRefusal } from '#src/features/accounts/people/name-and-email.ts';
import {
  fieldRefusal,
  isSure,
  refusal,
  teamAction,
  type TeamInput,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { setTakesChats } from '../conversations/availability.ts';
import {
  blockConversation,
  endConversation,
  returnConversation,
  joinConversation,
  unblockNetwork,
} from '../conversations/change-conversation.ts';
import { convertToLead } from '../conversations/convert-to-lead.ts';
import { longestLine, postAsTeam, sayIfTaken } from '../conversations/post-line.ts';
import { bookingActionsOf } from '#src/features/calls/calendar/booking-actions.ts';
import { offeredTimesOf } from '#src/features/calls/calendar/offered-times.tsx';
import { submitRulesOf } from '#src/features/leads/submissions/form-handler.ts';
import { messageBoxId } from '#src/features/messages/message-form.tsx';
import { askDespiteAnswers } from '#src/workspace/already-answered.ts';
import { checkText } from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { eq } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { conversations } from '../conversation.table.ts';
import { numberText } from '#src/studio/locale.ts';

const { errors } = words;
const { errors: ofDesk } = words.desk;

const gone = refusal(404, ofDesk.gone);

/** The actions on the list of conversations. */
export const chatListActions: Readonly<Record<string, Action>> = {
  'take-chats': teamAction(async ({ services, entries, person }) => {
    const { takes } = entries;
    if (takes !== 'yes' && takes !== 'no') return refusal(400, errors.unreadable);
    await setTakesChats(services.db, person.id, takes === 'yes');
    return { ok: true };
  }),
  unblock: teamAction(async ({ services, entries }) =>
    (await unblockNetwork(services.db, entries['network'] ?? ''))
      ? { ok: true }
      : refusal(404, ofDesk.notBlocked),
  ),
};

/** Returns an action on the conversation in the URL. */
const onChat = (act: (input: TeamInput, id: string) => Promise<ActionOutcome>): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.params;
    return isUuid(id) ? act(input, id) : gone;
  });

/** The number of the latest line on the page, if the form names it. */
const seenSeqOf = ({ seen = '' }: Entries) => (/^\d{1,9}$/.test(seen) ? Number(seen) : undefined);

async function say({ services, entries, person }: TeamInput, conversationId: string): Promise<ActionOutcome> {
  const { messageId: writtenAs = '', content = '' } = entries;
  if (!isUuid(writtenAs)) return fieldRefusal('content', errors.unreadable, 409);
  const tooLong = fill(errors.tooLong, { count: numberText(longestLine) });
  const wrong = checkText(entries, 'content', { max: longestLine, missing: errors.blank, tooLong });
  if (wrong) return fieldRefusal('content', wrong.message);
  const line = { conversationId, writtenAs, content };
  const sight = { seen: seenSeqOf(entries), isSure: isSure(entries) };
  const posted = await postAsTeam(services.db, services, person, { ...line, ...sight });
  if (posted.ok) return { ok: true };
  if (posted.reason === 'not-found') return gone;
  if (posted.reason === 'answered') {
    const { title, yes } = words.desk.takeOverAsk;
    const { holder = null, answers } = posted;
    const takeOver = holder === null ? {} : { title: fill(title, { member: holder }), yes };
    const fieldId = messageBoxId(conversationId);
    return askDespiteAnswers(answers, services.clock.now(), { fieldId, ...takeOver });
  }
  const reasons = {
    'handed-back': ofDesk.handedBack,
    ended: ofDesk.over,
    conflict: errors.unreadable,
    'no-address': errors.email,
  };
  return fieldRefusal('content', reasons[posted.reason], 409);
}

async function keep(
  { services, entries, person }: TeamInput,
  conversationId: string,
): Promise<ActionOutcome> {
  const wrong = nameAndEmailRefusal(entries, { name: ofDesk.name, email: errors.email });
  if (wrong) return wrong;
  const { name = '', email = '' } = entries;
  const parts = { ...services, rules: submitRulesOf(services) };
  const byEmail = entries['byEmail'] === 'yes';
  const made = await convertToLead(services.db, parts, person, { conversationId, name, email, byEmail });
  if (made.ok) return { ok: true };
  if (made.reason === 'too-many') return refusal(429, errors.tooManyAddresses);
  return made.reason === 'other-address' ? fieldRefusal('email', errors.otherAddress, 409) : gone;
}

/** Returns an action on the calls of the lead of the conversation in the URL. */
const onLeadOf = (action: Action): Action =>
  onChat(async (input, id) => {
    const { leadId } = conversations;
    const [found] = await input.services.db
      .select({ leadId })
      .from(conversations)
      .where(eq(conversations.id, id));
    if (!found) return gone;
    if (found.leadId === null) return refusal(409, ofDesk.noLead);
    return action({ ...input, params: { ...input.params, id: found.leadId } });
  });

const bookingActions = bookingActionsOf('lead');

/** Offers times by email, and lists them in the chat if this member answers it. */
const offerInChat: Action = onChat(async (input, conversationId) => {
  const { services, entries, person } = input;
  const offered = await onLeadOf(bookingActions.offer)(input);
  if (!offered.ok) return offered;
  const { timeZone } = studioCalendar;
  const clocks = offeredTimesOf(entries)
    .toSorted((a, b) => a - b)
    .map((startMs) => clockWords(startMs, timeZone));
  const times = clocks.map(({ day, time }) => `${day}, ${time}`).join('; ');
  const content = fill(words.desk.about.offered, { times, zone: clocks[0]?.zone ?? '' });
  await sayIfTaken(services.db, services, person, {
    conversationId,
    writtenAs: entries['entry'] ?? '',
    content,
  });
  return offered;
});

/** The actions on a conversation's page. */
export const chatActions: Readonly<Record<string, Action>> = {
  take: onChat(async ({ services, entries, person }, id) => {
    const { from = '' } = entries;
    const taken = await joinConversation(services.db, services, person, {
      id,
      from: from === '' ? null : from,
    });
    // The box for the answer has the focus.
    if (taken.ok) return { ok: true, next: `/desk/chats/${id}#${messageBoxId(id)}` };
    if (taken.reason === 'not-found') return gone;
    const reasons = { over: ofDesk.over, taken: ofDesk.taken, 'handed-back': ofDesk.handedBack };
    return refusal(409, reasons[taken.reason]);
  }),
  say: onChat(say),
  'hand-back': onChat(async ({ services, person }, id) => {
    const handed = await returnConversation(services.db, services, person, id);
    if (handed.ok) return handed;
    if (handed.reason === 'not-found') return gone;
    return refusal(409, handed.reason === 'taken' ? ofDesk.taken : ofDesk.notTaken);
  }),
  end: onChat(async ({ services, person }, id) => {
    const ended = await endConversation(services.db, services, person, id);
    return ended.ok ? ended : gone;
  }),
  'make-lead': onChat(keep),
  offer: offerInChat,
  'book-call': onLeadOf(bookingActions['book-call']),
  block: onChat(async ({ services, person }, id) => {
    const blocked = await blockConversation(services.db, services, person, id);
    return blocked.ok ? { ok: true, next: '/desk/chats' } : gone;
  }),
};
