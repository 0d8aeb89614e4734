import { hourMs } from '#src/platform/durations.ts';

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
