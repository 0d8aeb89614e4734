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

/** Returns the moment up to which a page showed things, at most now; null if the form has none. */
function seenAtOf({ entries, services }: TeamInput): Date | null {
  const { seen = '' } = entries;
  return /^\d{1,15}$/.test(seen) ? new Date(Math.min(Number(seen), services.clock.now().getTime())) : null;
}

/** Returns the row that a form names, as the page showed it; null if it names none. */
function rowOf(input: TeamInput): SeenRow | null {
  const { kind = '', item = '' } = input.entries;
  const seenAt = seenAtOf(input);
  const isKnown = kindsFor(input.person.canSeeMoney).some((known) => known.kind === kind);
  return isKnown && isUuid(item) && seenAt ? { kind, item, seenAt } : null;
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
  'read-all': teamAction(async (input) => {
    const { services, person, entries } = input;
    const { kind = '' } = entries;
    const known = kindsFor(person.canSeeMoney).map((of) => of.kind);
    const kinds = kind === '' ? known : known.filter((name) => name === kind);
    const seenAt = seenAtOf(input);
    if (kinds.length === 0 || !seenAt) return gone;
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
