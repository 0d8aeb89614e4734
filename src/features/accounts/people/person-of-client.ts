import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { people } from './person.table.ts';

/** Whether somebody can still sign in: what they ask for may have been long on its way. */
export const isActivePerson = async (db: Db, personId: string): Promise<boolean> =>
  (await db.$count(people, and(eq(people.id, personId), isNull(people.disabledAt)))) > 0;

/** Somebody of a client's. */
export type PersonKey = { readonly clientId: string; readonly personId: string };

/** Matches somebody of this client's. */
export const isPersonOf = ({ clientId, personId }: PersonKey) =>
  and(eq(people.id, personId), eq(people.clientId, clientId));
