import words from '#content/desk-contacts.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { TextAreaField, TextField } from '#src/ui/field.tsx';
import { tagsText } from './tags.ts';

const { fields: text } = words;

/** The most tags named below the field; all of them are suggested while one types. */
const mostNamed = 12;

/**
 * Renders the fields of contact details, notes and tags. Tags are one text with commas; those in use are named below
 * the field and suggested while one types (tags-field.client.ts).
 */
export function DetailFields({
  idEnd = '',
  stored,
  refused,
  usedTags,
}: {
  /** Makes the ids of several such forms on one page differ. */
  readonly idEnd?: string;
  readonly stored: {
    readonly phone: string;
    /** Undefined where there is no postal address. */
    readonly address?: string;
    readonly tags: readonly string[];
    readonly notes: string;
  };
  readonly refused: RefusedAction | null;
  readonly usedTags: readonly string[];
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const of = (name: 'phone' | 'address' | 'tags' | 'notes', value: string) => ({
    id: `${name}${idEnd}`,
    name,
    label: text[name],
    defaultValue: entries[name] ?? value,
    error: errors[name],
    dir: 'auto' as const,
    autoComplete: 'off',
  });
  const named = usedTags.slice(0, mostNamed).join(', ');
  const list = `used-tags${idEnd}`;
  return (
    <>
      <TextField {...of('phone', stored.phone)} type="tel" />
      {stored.address !== undefined && <TextAreaField {...of('address', stored.address)} rows={3} />}
      <TextField
        {...of('tags', tagsText(stored.tags))}
        hint={named === '' ? text.tagsHint : fill(text.tagsUsed, { tags: named })}
        list={list}
        data-tags=""
      />
      <datalist id={list}>
        {usedTags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
      <TextAreaField {...of('notes', stored.notes)} rows={4} hint={text.notesHint} />
    </>
  );
}
