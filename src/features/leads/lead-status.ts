import { hourMs } from '#src/platform/durations.ts';
import type { FormName } from './form-names.ts';

/** The statuses of a lead, in order; only the team sets `proposal`, `converted` and `closed`. */
export const leadStatuses = ['guest', 'lead', 'booked', 'proposal', 'converted', 'closed'] as const;

export type LeadStatus = (typeof leadStatuses)[number];

/** The statuses that a form can set. */
export type FormStatus = 'guest' | 'lead' | 'booked';

const ranks: Record<LeadStatus, number> = {
  guest: 0,
  lead: 1,
  booked: 2,
  proposal: 3,
  converted: 4,
  closed: 5,
};

/** Returns the status after a form: it only increases and never changes one set by the team. */
export const advancedStatus = (current: LeadStatus, reached: FormStatus): LeadStatus =>
  ranks[reached] > ranks[current] ? reached : current;

/** The status of a guest after each form. */
export const statusReachedBy: Readonly<Record<FormName, FormStatus>> = {
  'discovery-call': 'booked',
  brief: 'lead',
  contact: 'lead',
  'lead-capture': 'lead',
  message: 'lead',
};

/** Time within which a person answers. */
export const answerWithinMs = 24 * hourMs;

/** Waiting time from which the ruler is red. */
export const dueSoonMs = 20 * hourMs;

/**
 * The state of a lead's wait: never opened (`new`), opened but unanswered (`open`), 20 hours or more (`due`), not
 * waiting (`answered`).
 */
export const leadWaits = ['new', 'open', 'due', 'answered'] as const;

export type LeadWait = (typeof leadWaits)[number];

/** Returns the wait at `now` of a lead that has waited since `waitingSince`. It is `new` if last opened before that. */
export function leadWaitOf(
  { waitingSince, openedAt }: { readonly waitingSince: Date | null; readonly openedAt: Date | null },
  now: Date,
): LeadWait {
  if (waitingSince === null) return 'answered';
  if (now.getTime() - waitingSince.getTime() >= dueSoonMs) return 'due';
  return openedAt !== null && openedAt >= waitingSince ? 'open' : 'new';
}
