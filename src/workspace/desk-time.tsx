import words from '#content/desk.yaml';
import { momentText } from './time-text.ts';

/** A moment in the studio's words: "Today, 08:15". */
export function DeskTime({ at, now }: { readonly at: Date; readonly now: Date }) {
  return <time dateTime={at.toISOString()}>{momentText(at, now, words.today)}</time>;
}
