import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { endSessionsOf, openSession } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { makeAvailableMember } from './conversation.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import {
  deskOpenForMs,
  findTakesChats,
  hasDeskOpen,
  isAnyoneAvailable,
  listAvailableMembers,
  setTakesChats,
} from './availability.ts';

// A Friday, 10:00 in Berlin.
const friday = new Date('2026-11-20T09:00:00Z');

describeOnOneDatabase('whether visitors can request a person', (open) => {
  test('needs a member who has the desk open and takes chats', async () => {
    const { db } = await open();
    expect(await isAnyoneAvailable(db, friday)).toBe(false);
    const ada = await makeAvailableMember(db, 'Ada Brandt', friday);
    expect(await isAnyoneAvailable(db, friday)).toBe(true);
    const laterBy = (ms: number) => isAnyoneAvailable(db, new Date(friday.getTime() + ms));
    expect(await laterBy(deskOpenForMs - 1)).toBe(true);
    expect(await laterBy(deskOpenForMs), 'the desk was closed').toBe(false);
    await setTakesChats(db, ada.id, false);
    expect(await isAnyoneAvailable(db, friday), 'switched off').toBe(false);
    await setTakesChats(db, ada.id, true);
    expect(await findTakesChats(db, ada.id)).toBe(true);
    await db.update(people).set({ disabledAt: friday }).where(eq(people.id, ada.id));
    expect(await isAnyoneAvailable(db, friday), 'disabled').toBe(false);
  });

  test('counts each member once across browsers and servers', async () => {
    const { db } = await open();
    const ada = await makeAvailableMember(db, 'Ada Brandt', friday);
    const ben = await makeAvailableMember(db, 'Ben Ito', friday);
    // A crashed browser's session is not recorded any more.
    const crashedAt = new Date(friday.getTime() - deskOpenForMs);
    for (const at of [crashedAt, friday]) {
      const { sessionId } = await openSession(db, friday, ada, 'another browser');
      await db.update(sessions).set({ deskOpenAt: at }).where(eq(sessions.id, sessionId));
    }
    const both = [ada, ben].map(({ id, name }) => ({ id, name }));
    expect(await listAvailableMembers(db, friday)).toEqual(both);
    await db.update(sessions).set({ deskOpenAt: crashedAt }).where(eq(sessions.personId, ada.id));
    expect(await listAvailableMembers(db, friday)).toEqual(both.slice(1));
  });

  test('depends on each member’s own switch and open desk', async () => {
    const { db } = await open();
    const [ada, ben] = [
      await makeAvailableMember(db, 'Ada Brandt', friday),
      await makeAvailableMember(db, 'Ben Ito', friday),
    ];
    await setTakesChats(db, ben.id, false);
    await db.update(sessions).set({ deskOpenAt: null }).where(eq(sessions.personId, ben.id));
    expect([await findTakesChats(db, ada.id), await findTakesChats(db, ben.id)]).toEqual([true, false]);
    const isOpen = (id: string) => hasDeskOpen(db, friday, id);
    expect([await isOpen(ada.id), await isOpen(ben.id)]).toEqual([true, false]);
    await db.update(sessions).set({ expiresAt: friday }).where(eq(sessions.personId, ada.id));
    expect(await isOpen(ada.id)).toBe(false);
    expect(await isAnyoneAvailable(db, friday), 'their session has ended').toBe(false);
  });

  test('ends when the member signs out', async () => {
    const { db } = await open();
    const ada = await makeAvailableMember(db, 'Ada Brandt', friday);
    await db.transaction((tx) => endSessionsOf(tx, ada.id));
    expect(await isAnyoneAvailable(db, friday)).toBe(false);
  });

  test('does not depend on the hours of calls', async () => {
    const { db } = await open();
    await makeHosts(db, friday, 2);
    const saturday = new Date('2026-11-21T20:00:00Z');
    expect(await isAnyoneAvailable(db, saturday)).toBe(false);
    await makeAvailableMember(db, 'Ada Brandt', saturday);
    expect(await isAnyoneAvailable(db, saturday)).toBe(true);
  });
});
