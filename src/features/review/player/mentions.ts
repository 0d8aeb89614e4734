import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { people, type Role } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Mention } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A person who can be mentioned in a comment. */
export type Reader = { readonly id: string; readonly name: string; readonly role: Role };

/**
 * Lists the active people who see the recordings of a project: its client's people and the team, by name. For a
 * client's person, invited people who never signed in are left out, so that the list does not reveal which invitations
 * created an account.
 */
export const listReaders = (db: Db, projectId: string, asker: Role): Promise<Reader[]> =>
  db
    .select({ id: people.id, name: people.name, role: people.role })
    .from(people)
    .where(
      and(
        isNull(people.disabledAt),
        asker === 'team' ? undefined : or(eq(people.role, 'team'), isNotNull(people.lookedAt)),
        or(
          eq(people.role, 'team'),
          inArray(
            people.clientId,
            db.select({ id: projects.clientId }).from(projects).where(eq(projects.id, projectId)),
          ),
        ),
      ),
    )
    .orderBy(asc(people.name), asc(people.id));

const folded = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * Returns the names by which each reader can be mentioned: the full name, and the first name if it is unique. Sorted
 * longest first, so that "@Ada Brandt" does not match "@Ada".
 */
function namesOf(readers: readonly Reader[]): Mention[] {
  const all = readers.flatMap(({ id, name }) => {
    const whole = name.trim();
    return [...new Set([whole, whole.split(/\s+/u)[0] ?? ''])].map((each) => ({ id, name: each }));
  });
  const bearers = Map.groupBy(all, ({ name }) => folded(name));
  return all
    .filter(({ name }) => name !== '' && bearers.get(folded(name))?.length === 1)
    .toSorted((one, other) => other.name.length - one.name.length);
}

/** Returns one name to offer for each reader: the full name if it is unique. */
export function offeredNamesOf(readers: readonly Reader[]): string[] {
  const names = namesOf(readers);
  return readers.flatMap(({ id }) => names.find((each) => each.id === id)?.name ?? []);
}

const isPartOfWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);

/** Finds the readers mentioned in a text by "@" and a unique name, once for each spelling. */
export function mentionsIn(content: string, readers: readonly Reader[]): Mention[] {
  const names = namesOf(readers);
  const found = new Map<string, Mention>();
  for (const { index } of content.matchAll(/@/g)) {
    // The @ of an email address.
    if (isPartOfWord(content[index - 1])) continue;
    for (const { id, name } of names) {
      const written = content.slice(index + 1, index + 1 + name.length);
      if (folded(written) !== folded(name) || isPartOfWord(content[index + 1 + name.length])) continue;
      found.set(written, { id, name: written });
      break;
    }
  }
  return [...found.values()];
}

/** Splits a text into mentions and the text between them. */
export function mentionPartsOf(
  content: string,
  mentions: readonly Mention[],
): { readonly text: string; readonly isMention: boolean }[] {
  const parts: { text: string; isMention: boolean }[] = [];
  const names = mentions.map(({ name }) => name).toSorted((one, other) => other.length - one.length);
  let from = 0;
  for (const { index } of content.matchAll(/@/g)) {
    const name = names.find((each) => content.startsWith(each, index + 1));
    if (name === undefined || index < from || isPartOfWord(content[index - 1])) continue;
    const end = index + 1 + name.length;
    if (isPartOfWord(content[end])) continue;
    if (index > from) parts.push({ text: content.slice(from, index), isMention: false });
    parts.push({ text: content.slice(index, end), isMention: true });
    from = end;
  }
  if (from < content.length) parts.push({ text: content.slice(from), isMention: false });
  return parts;
}

/** Returns the ids of mentioned people to notify, as team members and the client's people, without the author. */
export function namedIn(
  mentions: readonly Mention[],
  readers: readonly Reader[],
  author: { readonly id: string },
) {
  const ids = new Set(mentions.map(({ id }) => id));
  const notified = readers.filter(({ id }) => ids.has(id) && id !== author.id);
  return {
    members: notified.flatMap(({ id, role }) => (role === 'team' ? [id] : [])),
    named: notified.flatMap(({ id, role }) => (role === 'client' ? [id] : [])),
  };
}
