import { hourMs } from '#src/platform/durations.ts';
import type { FormName } from './form-names.ts';

/** The statuses of a lead, in their order; `proposal`, `converted` and `closed` are set by the team alone. */
export const leadStatuses = ['guest', 'lead', 'booked', 'proposal', 'converted', 'closed'] as const;

export type LeadStatus = (typeof leadStatuses)[number];

/** The statuses that a form can lead to. */
export type FormStatus = 'guest' | 'lead' | 'booked';

const ranks: Record<LeadStatus, number> = {
  guest: 0,
  lead: 1,
  booked: 2,
  proposal: 3,
  converted: 4,
  closed: 5,
};

/** The status after a form: it only moves forwards, and never changes what the team has set. */
export const advancedStatus = (current: LeadStatus, reached: FormStatus): LeadStatus =>
  ranks[reached] > ranks[current] ? reached : current;

/** The status that a guest gets by sending each form. */
export const statusReachedBy: Readonly<Record<FormName, FormStatus>> = {
  'discovery-call': 'booked',
  brief: 'lead',
  contact: 'lead',
  'lead-capture': 'lead',
  message: 'lead',
};

/** A person answers within this time. */
export const answerWithinMs = 24 * hourMs;

/** From here on the ruler is red. */
export const dueSoonMs = 20 * hourMs;

/**
 * How long a lead has waited: never opened (`new`), opened but unanswered (`open`), waiting for 20 hours or more (`due`), or not
 * waiting (`answered`).
 */
export const leadWaits = ['new', 'open', 'due', 'answered'] as const;

export type LeadWait = (typeof leadWaits)[number];

/** Returns how a lead stands at `now` that has waited since `waitingSince`. It is `new` if it was last opened before that. */
export function leadWaitOf(
  { waitingSince, openedAt }: { readonly waitingSince: Date | null; readonly openedAt: Date | null },
  now: Date,
): LeadWait {
  if (waitingSince === null) return 'answered';
  if (now.getTime() - waitingSince.getTime() >= dueSoonMs) return 'due';
  return openedAt !== null && openedAt >= waitingSince ? 'open' : 'new';
}
