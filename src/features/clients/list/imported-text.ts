import words from '#content/desk-clients.yaml';
import { fill } from '#src/platform/fill.ts';

const { list: text } = words;

/** The messages in the list after an import, whose numbers are in its address; none without an import. */
export function importedTexts(parameters: URLSearchParams, mailsPerMinute: number): string[] {
  const numberOf = (name: string) => {
    const value = parameters.get(name) ?? '';
    return /^\d{1,5}$/.test(value) ? value : '0';
  };
  if (!parameters.has('imported')) return [];
  const imported = fill(text.imported, { clients: numberOf('clients'), people: numberOf('people') });
  const count = numberOf('mails');
  const minutes = String(Math.ceil(Number(count) / mailsPerMinute));
  return count === '0' ? [imported] : [imported, fill(text.mailing, { count, minutes })];
}
