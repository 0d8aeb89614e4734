import { validate as isUuid } from 'uuid';
import words from '#content/today.yaml';
import {
  refusal,
  teamAction,
  type Action,
  type ActionOutcome,
  type TeamInput,
} from '#src/features/accounts/access/action.ts';
import { callServicesOf } from '#src/features/calls/booking/book-call.ts';
import { markCall } from '#src/features/calls/booking/change-call.ts';
import { confirmPayment } from '#src/features/invoices/payments.ts';
import { markLeadAnswered, setFollowUp } from '#src/features/leads/lead-page/change-lead.ts';
import { settleMessagesAction } from '#src/features/messages/desk-conversations.ts';
import { retryAction } from '#src/features/notifications/outbox/outbox.ts';
import { markCommentDone } from '#src/features/review/player/comments.ts';
import { markAllRead, markHandled, markRead, markUnhandled, type SeenRow } from './mark-today.ts';
import { kindsFor } from './today-kinds.ts';

const gone = refusal(404, words.errors.gone);
const changed = refusal(409, words.errors.gone);

/** Returns the row that a form names, as the page showed it; null if it names none. */
function rowOf({ entries, services, person }: TeamInput): SeenRow | null {
  const { kind = '', item = '', seen = '' } = entries;
  const seenAt = new Date(Math.min(Number(seen), services.clock.now().getTime()));
  const isKnown = kindsFor(person.canSeeMoney).some((known) => known.kind === kind);
  return isKnown && isUuid(item) && !Number.isNaN(seenAt.getTime()) ? { kind, item, seenAt } : null;
}

const onRow = (act: (input: TeamInput, row: SeenRow) => Promise<ActionOutcome | void>): Action =>
  teamAction(async (input) => {
    const row = rowOf(input);
    if (!row) return gone;
    return (await act(input, row)) ?? { ok: true };
  });

/** Returns an action on the thing whose id is in this field. */
const onThing = (field: string, act: (input: TeamInput, id: string) => Promise<boolean>): Action =>
  teamAction(async (input) => {
    const id = input.entries[field] ?? '';
    if (!isUuid(id)) return gone;
    return (await act(input, id)) ? { ok: true } : changed;
  });

const markCallAs = (state: 'happened' | 'missed') =>
  onThing('call', async ({ services, person }, id) => {
    const marked = await markCall(services.db, callServicesOf(services), person, id, state);
    return marked.ok;
  });

/** Returns what is left of an outcome on Today: each action returns there. */
const staying =
  (act: Action, next: string): Action =>
  async (input) => {
    const outcome = await act(input);
    return outcome.ok ? { ...outcome, next } : outcome;
  };

const acts: Readonly<Record<string, Action>> = {
  read: onRow(({ services, person }, row) => markRead(services.db, person.id, [row])),
  'read-all': teamAction(async ({ services, person, entries }) => {
    const { kind = '', seen = '' } = entries;
    const known = kindsFor(person.canSeeMoney).map((of) => of.kind);
    const kinds = kind === '' ? known : known.filter((name) => name === kind);
    const seenAt = new Date(Math.min(Number(seen), services.clock.now().getTime()));
    if (kinds.length === 0 || Number.isNaN(seenAt.getTime())) return gone;
    await markAllRead(services.db, person.id, { kinds, seenAt });
    return { ok: true };
  }),
  unhandle: onRow(({ services }, row) => markUnhandled(services.db, row)),
  answer: onThing('lead', ({ services, person }, id) =>
    markLeadAnswered(services.db, services.clock.now(), person, id),
  ),
  'follow-up': onThing('lead', ({ services, person }, leadId) =>
    setFollowUp(services.db, services.clock.now(), person, { leadId, followUp: null }),
  ),
  happened: markCallAs('happened'),
  missed: markCallAs('missed'),
  resolve: onThing('comment', async ({ services, person, entries }, commentId) => {
    const key = { projectId: entries['project'] ?? '', commentId };
    return isUuid(key.projectId) && (await markCommentDone(services.db, services, person, key)).ok;
  }),
  'confirm-invoice': onThing('invoiceId', async ({ services, person }, id) => {
    const confirmed = await confirmPayment(services.db, services, person, id);
    return confirmed.ok;
  }),
  retry: retryAction(),
  'settle-messages': settleMessagesAction,
};

/** Returns the actions of Today; `href` is its address with the chosen kind. */
export const todayActionsOf = (href: string): Readonly<Record<string, Action>> => ({
  ...Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, staying(act, href)])),
  handle: onRow(async ({ services }, row) => {
    await markHandled(services.db, row);
    const handled = new URLSearchParams({ handled: `${row.kind}:${row.item}` });
    return { ok: true, next: `${href}${href.includes('?') ? '&' : '?'}${handled}` };
  }),
});
