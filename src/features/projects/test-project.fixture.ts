import { v7 as uuidv7 } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people, type Permission } from '#src/features/accounts/people/person.table.ts';
import type { ClientPerson, Member, Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { createProject } from './projects.ts';

export const testNow = new Date('2026-11-20T09:00:00Z');

/** The services for `announce`, at a chosen moment. Jobs are collected in `queued` and never run. */
export function testServices(now: Date = testNow): QueueServices & { readonly queued: unknown[] } {
  const queued: unknown[] = [];
  const enqueue = (_tx: Db, jobs: readonly unknown[]) => {
    queued.push(...jobs);
    return Promise.resolve();
  };
  return { clock: { now: () => now }, jobs: { enqueue }, queued };
}

/** Stores a member of the team, or a client of this name with one person, whose id is another than the client's. */
export async function makePerson(db: Db, role: 'team', name: string): Promise<Member>;
export async function makePerson(db: Db, role: 'client', name: string): Promise<ClientPerson>;
export async function makePerson(db: Db, role: Person['role'], name: string): Promise<Person> {
  if (role === 'client') {
    const clientId = uuidv7();
    await db.insert(clients).values({ id: clientId, name, createdAt: testNow });
    return makeColleague(db, clientId, name);
  }
  const id = uuidv7();
  const email = `${id}@sample.example`;
  const member = { id, role, name, email, canSeeMoney: true };
  await db.insert(people).values({ ...member, emailKey: email, createdAt: testNow });
  return member;
}

/** Stores one more person of a client's, who can sign in. */
export async function makeColleague(
  db: Db,
  clientId: string,
  name: string,
  permission: Permission = 'approve',
): Promise<ClientPerson> {
  const id = uuidv7();
  const email = `${id}@sample.example`;
  const person = { id, role: 'client', clientId, permission, name, email } as const;
  await db.insert(people).values({ ...person, emailKey: email, createdAt: testNow });
  return person;
}

/** Stores a client, a member of the team, and one project of the client. */
export async function makeTestProject(db: Db) {
  const client = await makePerson(db, 'client', 'Runa Vestergaard');
  const team = await makePerson(db, 'team', 'Ada Brandt');
  const project = { clientId: client.clientId, name: 'Tidewater, reel 3', description: 'Dialogue edit.' };
  const made = await db.transaction((tx) => createProject(tx, testServices(), team, project));
  if (!made.ok) throw new Error(made.reason);
  return { client, team, projectId: made.projectId };
}
