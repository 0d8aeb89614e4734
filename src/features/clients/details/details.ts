import { createHash } from 'node:crypto';
import words from '#content/desk-contacts.yaml';
import type { FieldError } from '#src/features/accounts/access/action.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import { checkText, present, problem } from '#src/workspace/form-checks.ts';
import { longestTag, mostTags, tagsOf } from './tags.ts';

const { errors } = words;

/** What only the team sees about a person; clients and contacts also have an address. */
export type PersonDetails = {
  readonly phone: string;
  readonly tags: readonly string[];
  readonly notes: string;
};

export type Details = PersonDetails & { readonly address: string };

/** The longest postal address, in characters. */
const longestAddress = 1000;

function checkTags(entries: Entries): FieldError | null {
  const tags = tagsOf(entries['tags'] ?? '');
  if (tags.length > mostTags) return problem('tags', fill(errors.tags, { count: String(mostTags) }));
  const isTooLong = tags.some((tag) => [...tag].length > longestTag);
  return isTooLong ? problem('tags', fill(errors.tag, { count: String(longestTag) })) : null;
}

/** Returns the errors of posted details. */
export const checkDetails = (entries: Entries): FieldError[] =>
  present([
    checkText(entries, 'phone', { max: longest.phone, isLine: true, missing: null }),
    checkText(entries, 'address', { max: longestAddress, missing: null }),
    checkText(entries, 'tags', { isLine: true, missing: null }) ?? checkTags(entries),
    checkText(entries, 'notes', { missing: null }),
  ]);

/** Returns posted details that were checked. */
export const detailsOf = ({ phone = '', address = '', tags = '', notes = '' }: Entries): Details => ({
  phone: phone.trim(),
  address: address.trim(),
  tags: tagsOf(tags),
  notes: notes.trim(),
});

/** Returns a short text that differs once any of these values was changed. */
export const versionOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);

export const personVersionOf = ({ phone, tags, notes }: PersonDetails) => versionOf([phone, tags, notes]);

export const clientVersionOf = ({ name, phone, address, tags, notes }: Details & { readonly name: string }) =>
  versionOf([name, phone, address, tags, notes]);

/** Returns notes followed by others, and by what has no other place. */
export const joinNotes = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');
