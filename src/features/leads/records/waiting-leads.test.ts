import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { submissionOf, rulesOf, submitLead } from '#src/features/leads/intake/submission.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { leads } from './lead.table.ts';
import { waitingLeads } from './waiting-leads.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describeOnOneDatabase('the leads of the metrics', (open) => {
  test('are those that wait as the inbox shows them: neither answered nor held', async () => {
    const { db } = await open();
    const { read } = waitingLeads({ db, clock: { now: () => now } });
    expect(await read()).toEqual({ leads_waiting: 0, leads_longest_wait_seconds: 0 });
    const send = async (name: string, hours: number, isHeld = false) => {
      const email = `${name}@visitor.example`;
      await submitLead(db, submissionOf({ name, email, createdAt: hoursAgo(hours), isHeld }), rulesOf());
      return email;
    };
    await send('short', 2);
    await send('long', 30);
    await send('held', 90, true);
    const answered = await send('answered', 60);
    await db.update(leads).set({ waitingSince: null }).where(eq(leads.email, answered));
    expect(await read()).toEqual({ leads_waiting: 2, leads_longest_wait_seconds: 30 * 3600 });
  });
});
