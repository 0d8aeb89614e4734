import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { people } from './person.table.ts';

/** True if a person may still sign in; their request may have been long on its way. */
export const isActivePerson = async (db: Db, personId: string): Promise<boolean> =>
  (await db.$count(people, and(eq(people.id, personId), isNull(people.disabledAt)))) > 0;

/** The ids of a client's person. */
export type PersonKey = { readonly clientId: string; readonly personId: string };

/** Matches this person if they belong to this client. */
export const isPersonOf = ({ clientId, personId }: PersonKey) =>
  and(eq(people.id, personId), eq(people.clientId, clientId));
