import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { insertClient } from './invite-person.ts';

const now = new Date('2026-11-21T10:00:00Z');

describeOnOneDatabase('a new client', (open) => {
  test('gets a name of its own or its person’s, and is not made if the address is taken', async () => {
    const { db } = await open();
    const runa = { email: 'Runa@halfmoon.example', name: 'Runa' };
    const made = await insertClient(db, now, runa);
    const other = {
      email: 'osric@vane.example',
      name: 'Osric',
      clientName: 'Vane Films',
      permission: 'listen',
    } as const;
    const second = await insertClient(db, now, other);
    expect(await insertClient(db, now, { ...runa, email: 'RUNA@halfmoon.example' })).toEqual({
      ok: false,
      reason: 'exists',
    });
    expect(await db.select().from(clients).orderBy(clients.name)).toMatchObject([
      { id: made.ok && made.clientId, name: 'Runa', leadId: null, createdAt: now },
      { id: second.ok && second.clientId, name: 'Vane Films' },
    ]);
    expect(await db.select().from(people).orderBy(people.name)).toMatchObject([
      { id: second.ok && second.personId, role: 'client', name: 'Osric', permission: 'listen' },
      {
        id: made.ok && made.personId,
        role: 'client',
        name: 'Runa',
        permission: 'approve',
        emailKey: 'runa@halfmoon.example',
      },
    ]);
  });
});
