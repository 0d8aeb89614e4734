import portal from '#content/portal.yaml';
import { capitalised, countWord, listText, severalOf } from '#src/features/workspace/count-words.ts';
import type { Dashboard } from './find-dashboard.ts';
import { studioHourOf } from '#src/features/workspace/moment-text.ts';

const { dashboard: words, greetings } = portal;

/** "Good morning, Runa", by the studio's clock and with the first of a person's names. */
export function greetingOf(now: Date, name: string): string {
  const hour = studioHourOf(now);
  const isMorning = hour >= 4 && hour < 12;
  const greeting = isMorning
    ? greetings.morning
    : hour >= 12 && hour < 18
      ? greetings.afternoon
      : greetings.evening;
  return greeting.replace('{name}', () => name.trim().split(/\s+/)[0] || name);
}

type WaitingFile = Pick<Dashboard['files'][number], 'name' | 'kind'>;

function thingOf({ kind, name }: WaitingFile): 'mix' | 'recording' | 'file' {
  if (kind !== 'audio') return 'file';
  return /mix/i.test(name) ? 'mix' : 'recording';
}

/** What waits for a client in one sentence: "Two things wait for you: a mix and an invoice." */
export function waitingText(waiting: {
  readonly files: readonly WaitingFile[];
  readonly fileCount: number;
  readonly invoiceCount: number;
}): string {
  const { files, fileCount, invoiceCount } = waiting;
  const count = fileCount + invoiceCount;
  if (count === 0) return words.none;
  const counts = Map.groupBy(files, thingOf);
  // Of files that the page does not list, only their number is known.
  const others = fileCount - files.length;
  const parts = (['mix', 'recording', 'file'] as const).flatMap((thing) => {
    const several = (counts.get(thing)?.length ?? 0) + (thing === 'file' ? others : 0);
    return several === 0 ? [] : [severalOf(several, words.things[thing])];
  });
  if (invoiceCount > 0) parts.push(severalOf(invoiceCount, words.things.invoice));
  const sentence = count === 1 ? words.oneThing : words.manyThings;
  return sentence.replace('{count}', capitalised(countWord(count))).replace('{things}', listText(parts));
}
