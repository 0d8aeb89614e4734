import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInCodes } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { sampleFeature } from './sample-feature.ts';

test('the start prints a link for the first of the sample’s people who may sign in, and none where nobody may', async () => {
  const { db } = await openAnyTestDatabase();
  const secret = 'a secret of the tests';
  const services = { db, secret, origin: 'https://studio.example', clock: { now: () => testNow } };
  const printed = async () => {
    const lines = await sampleFeature.startLines?.(services as unknown as Services);
    const codes = await db.delete(signInCodes).returning({ emailKey: signInCodes.emailKey });
    const areLinks = lines?.map(({ text }) => text.startsWith('https://studio.example/sign-in/link?token='));
    return { areLinks, emails: codes.map(({ emailKey }) => emailKey) };
  };
  const [first, second] = [await makePerson(db, 'client', 'Runa'), await makePerson(db, 'client', 'Osric')];
  await makePerson(db, 'team', 'Ada Brandt');
  expect(await printed()).toEqual({ areLinks: [false, false], emails: [] });
  await db.update(people).set({ isSample: true }).where(eq(people.role, 'client'));
  await db
    .update(people)
    .set({ createdAt: new Date(testNow.getTime() + 1) })
    .where(eq(people.id, second.id));
  expect(await printed()).toEqual({ areLinks: [true, false], emails: [first.email] });
  const disable = (id: string) => db.update(people).set({ disabledAt: testNow }).where(eq(people.id, id));
  await disable(first.id);
  expect(await printed()).toEqual({ areLinks: [true, false], emails: [second.email] });
  await disable(second.id);
  expect(await printed()).toEqual({ areLinks: [false, false], emails: [] });
});
