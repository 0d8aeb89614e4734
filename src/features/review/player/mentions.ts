import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { people, type Role } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Mention } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A person who can be mentioned in a comment. */
export type Reader = { readonly id: string; readonly name: string; readonly role: Role };

/**
 * Lists the active people who see the recordings of a project: its client's people and the team, by name. For a client's person,
 * those who were invited and have never come are left out, so that it cannot be learnt which invitations made no person.
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
 * The names by which each reader can be mentioned: the full name, and the first name if only one reader has it. The longest come
 * first, so that "@Ada Brandt" is not taken for "@Ada".
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

/** The names to offer for a mention: one a reader, the whole name where only they bear it. */
export function offeredNamesOf(readers: readonly Reader[]): string[] {
  const names = namesOf(readers);
  return readers.flatMap(({ id }) => names.find((each) => each.id === id)?.name ?? []);
}

const isPartOfWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);

/** Finds the readers mentioned in a text by "@" and a name that only one reader has, once for each spelling. */
export function mentionsIn(content: string, readers: readonly Reader[]): Mention[] {
  const names = namesOf(readers);
  const found = new Map<string, Mention>();
  for (const { index } of content.matchAll(/@/g)) {
    // An address is no mention.
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

/** A text in parts: what is said, and the mentions in it. */
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

/**
 * The ids of people who are notified that this text mentions them: team members, and the client's people. The author is left out.
 */
export function namedIn(
  mentions: readonly Mention[],
  readers: readonly Reader[],
  author: { readonly id: string },
) {
  const ids = new Set(mentions.map(({ id }) => id));
  const told = readers.filter(({ id }) => ids.has(id) && id !== author.id);
  return {
    members: told.flatMap(({ id, role }) => (role === 'team' ? [id] : [])),
    named: told.flatMap(({ id, role }) => (role === 'client' ? [id] : [])),
  };
}
