import type { Span } from '#src/platform/calendar.ts';
import { dayMs } from '#src/platform/durations.ts';
import { utc, type Reading } from './clocks.ts';
import { nominalMs, spanOf, type BusyEvent, type Length } from './read-event.ts';
import { isStep, repeat, step, type Rule } from './recurrence.ts';

/** True if a time that is taken out, or changed, is this occurrence; a day matches all of its occurrences. */
const isSameOccurrence = (one: Reading, at: Reading) => {
  if (one.isDay && !at.isDay) return Math.floor(at.readingMs / dayMs) * dayMs === one.readingMs;
  if (one.isDay || at.isDay) return one.readingMs === Math.floor(at.readingMs / dayMs) * dayMs;
  return momentOf(one) === momentOf(at);
};

type Occurrence = { readonly at: Reading; readonly length: Length };

const momentOf = ({ zone, readingMs }: Reading) => zone.momentOf(readingMs);

/** How far an occurrence's changed time is from the time it replaces, by the clocks of its event. */
const shiftOf = ({ start, insteadOf }: BusyEvent, zone: Reading['zone']) => {
  if (!insteadOf) return 0;
  const { at } = insteadOf;
  return start.readingMs - (at.isDay ? at.readingMs : zone.readingOf(momentOf(at)));
};

/** Between which readings occurrences are looked for: also those that are long, or moved, into the span. */
function windowOf(event: BusyEvent, changes: readonly BusyEvent[], [fromMs, toMs]: Span): Span {
  const later = changes.filter(({ insteadOf }) => insteadOf?.andLater);
  const lengths = [event, ...later].map(({ length }) => Math.abs(nominalMs(length)));
  const shifts = later.map((change) => Math.abs(shiftOf(change, event.start.zone)));
  const reachMs = Math.max(...lengths) + Math.max(0, ...shifts) + 2 * dayMs;
  return [fromMs - reachMs, toMs + reachMs];
}

/** Returns when an event is, also again, between two readings, before anything is taken out. Reports rules that cannot be followed. */
function occurrencesOf(event: BusyEvent, window: Span, onUnread: () => void): Occurrence[] {
  const { start, length, more } = event;
  const followed = (rules: readonly Rule[], follow: typeof repeat) =>
    rules.flatMap((rule) => {
      try {
        return follow(rule, start, window);
      } catch {
        onUnread();
        return [];
      }
    });
  const steps = followed(event.rules.filter(isStep), step);
  const repeated = followed(
    event.rules.filter((rule) => !isStep(rule)),
    repeat,
  );
  const left = new Set(followed(event.exceptRules, repeat));
  const readings = new Set([start.readingMs, ...repeated].filter((readingMs) => !left.has(readingMs)));
  return [
    ...[...readings].map((readingMs) => ({ at: { ...start, readingMs }, length })),
    ...steps.map((readingMs) => ({ at: { readingMs, zone: utc, isDay: false }, length })),
    ...more.map((one) => ({ at: one.start, length: one.length ?? length })),
  ];
}

/** Returns when an occurrence is, after the last change to it and all later ones; null if its owner is not busy then. */
function applyLastChange(
  { at, length }: Occurrence,
  event: BusyEvent,
  changes: readonly BusyEvent[],
): Span | null {
  const change = changes.findLast(
    ({ insteadOf }) => insteadOf?.andLater && momentOf(insteadOf.at) <= momentOf(at),
  );
  if (!change?.insteadOf) return event.isBusy ? spanOf(at, length) : null;
  if (!change.isBusy) return null;
  const moved = { ...change.start, readingMs: at.readingMs + shiftOf(change, at.zone) };
  return spanOf(moved, change.length);
}

/**
 * Returns when an event makes its host busy, within a span and around it. `changes` are occurrences that were changed, each an
 * event of its own. Rules that cannot be followed are reported; the first occurrence counts nevertheless.
 */
export function busySpansOf(
  event: BusyEvent,
  changes: readonly BusyEvent[],
  span: Span,
  onUnread: () => void,
): Span[] {
  const placeOf = ({ insteadOf }: BusyEvent) => (insteadOf ? momentOf(insteadOf.at) : 0);
  const ordered = changes.toSorted((one, other) => placeOf(one) - placeOf(other));
  const gone = [...event.except, ...ordered.flatMap(({ insteadOf }) => (insteadOf ? [insteadOf.at] : []))];
  return occurrencesOf(event, windowOf(event, ordered, span), onUnread).flatMap((occurrence) => {
    if (gone.some((one) => isSameOccurrence(one, occurrence.at))) return [];
    const busy = applyLastChange(occurrence, event, ordered);
    return busy ? [busy] : [];
  });
}
