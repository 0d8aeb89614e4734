import { readFileSync } from 'node:fs';
import { schemas, type Content, type ContentName } from '#content/schemas.ts';
import { parseContent } from '#src/platform/content/yaml-content.ts';

type StudioContent = { readonly [Name in ContentName]: Content<Name> };

function read(name: ContentName) {
  const file = `content/${name}.yaml`;
  return parseContent(schemas[name], readFileSync(file, 'utf8'), file);
}

/**
 * Every `content/<name>.yaml` as parsed by the product, by name. Throws a `ContentError` if a file violates its schema.
 */
export const content = Object.fromEntries(
  (Object.keys(schemas) as ContentName[]).map((name) => [name, read(name)]),
) as StudioContent;

/**
 * Returns the entry of a list whose `field` has this value, such as the client with the key "runa". Throws if there is
 * none.
 */
export function entryWith<Entry, Field extends keyof Entry>(
  entries: readonly Entry[],
  field: Field,
  value: Entry[Field],
): Entry {
  const entry = entries.find((each) => each[field] === value);
  if (!entry) throw new Error(`no entry with ${String(field)} ${String(value)}`);
  return entry;
}
