import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callHosts, callHours } from '../host.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Creates hosts who take calls from 9 to 17 on weekdays in Berlin. */
export async function makeHosts(db: Db, now: Date, count: number, dailyMost = 8): Promise<string[]> {
  const hosts = Array.from({ length: count }, (_, n) => ({ id: uuidv7(), name: `Host ${n}` }));
  await db.insert(people).values(
    hosts.map(({ id, name }, n) => ({
      id,
      name,
      role: 'team' as const,
      email: `host${n}@studio.example`,
      emailKey: `host${n}@studio.example`,
      createdAt: now,
    })),
  );
  await db
    .insert(callHosts)
    .values(hosts.map(({ id }) => ({ personId: id, timeZone: 'Europe/Berlin', dailyMost })));
  await db
    .insert(callHours)
    .values(
      hosts.flatMap(({ id }) =>
        [1, 2, 3, 4, 5].map((weekday) => ({ hostId: id, weekday, fromMinute: 540, toMinute: 1020 })),
      ),
    );
  return hosts.map(({ id }) => id);
}

/** Makes a lead that waits for an answer, and returns its id. */
export async function makeLead(db: Db, now: Date): Promise<string> {
  const id = uuidv7();
  const email = 'visitor@visitor.example';
  await db.insert(leads).values({
    id,
    email,
    emailKey: email,
    name: 'Visitor',
    status: 'lead',
    isHeld: false,
    waitingSince: now,
    createdAt: now,
  });
  return id;
}
