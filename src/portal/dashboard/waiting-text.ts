import type { Permission } from '#src/features/accounts/people/person.table.ts';
import portal from '#content/portal.yaml';
import { capitalised } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import { listText, severalOf } from '#src/workspace/count-words.ts';
import type { Dashboard } from './find-dashboard.ts';
import { studioHourOf } from '#src/studio/studio-calendar.ts';

const { dashboard: words, greetings } = portal;

/** Returns the greeting for the studio's time of day, with a person's first name: "Good morning, Runa". */
export function greetingOf(now: Date, name: string): string {
  const hour = studioHourOf(now);
  const isMorning = hour >= 4 && hour < 12;
  const greeting = isMorning
    ? greetings.morning
    : hour >= 12 && hour < 18
      ? greetings.afternoon
      : greetings.evening;
  return fill(greeting, { name: name.trim().split(/\s/)[0] || name });
}

type WaitingFile = Pick<Dashboard['files'][number], 'name' | 'kind'>;

function thingOf({ kind, name }: WaitingFile): 'mix' | 'recording' | 'file' {
  if (kind !== 'audio') return 'file';
  return /mix/i.test(name) ? 'mix' : 'recording';
}

/** Returns a sentence about what is waiting for a client: "A mix and two invoices are waiting for you." */
export function waitingText(waiting: {
  readonly files: readonly WaitingFile[];
  readonly fileCount: number;
  readonly requestCount: number;
  readonly invoiceCount: number;
  readonly permission: Permission;
}): string {
  const { files, fileCount, invoiceCount, permission } = waiting;
  // Files wait for a listener's colleague; requests wait for everyone.
  const isOwn = permission === 'approve' || fileCount === 0;
  const requestCount = isOwn ? waiting.requestCount : 0;
  const count = fileCount + requestCount + invoiceCount;
  if (count === 0) return words.none;
  const counts = Map.groupBy(files, thingOf);
  // The kind of a file that is not listed is unknown.
  const others = fileCount - files.length;
  const parts = (['mix', 'recording', 'file'] as const).flatMap((thing) => {
    const several = (counts.get(thing)?.length ?? 0) + (thing === 'file' ? others : 0);
    return several === 0 ? [] : [severalOf(several, words.things[thing])];
  });
  if (requestCount > 0) parts.push(severalOf(requestCount, words.things.request));
  if (invoiceCount > 0) parts.push(severalOf(invoiceCount, words.things.invoice));
  const { oneThing, manyThings } = isOwn ? words : words.toListen;
  const sentence = count === 1 ? oneThing : manyThings;
  return capitalised(fill(sentence, { things: listText(parts) }));
}
