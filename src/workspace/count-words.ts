import portal from '#content/portal.yaml';
import { locale } from '#src/studio/locale.ts';
import { fill, nameOf } from '#src/platform/fill.ts';

/** A count as one says it: "two", "twelve", and "13" from there on. */
export const countWord = (count: number) => portal.numbers[count] ?? String(count);

/** "a mix" or "three mixes". */
export const severalOf = (count: number, [one, many]: readonly [string, string]) =>
  count === 1 ? one : fill(many, { count: countWord(count) });

/** Words as a sentence of their own: "Two faults found." */
export const sentenceOf = (text: string) => `${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}.`;

/** "no invoices", "one invoice" or "twelve invoices". */
export const countedOf = (count: number, texts: readonly [string, string, string]) =>
  fill(texts[count] ?? texts[2], { count: countWord(count) });

/** "a mix, a file and two invoices". */
export function listText(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : parts.slice(0, -1).join(', ') + portal.and + last;
}

/** Lists names in a sentence; after the first `most` of them only how many more there are. */
export function namesText(names: readonly string[], most = 8): string {
  const named = names.slice(0, most).map((name) => nameOf(name, ''));
  const others = names.length - named.length;
  return listText([...named, ...(others > 0 ? [fill(portal.others, { count: String(others) })] : [])]);
}
