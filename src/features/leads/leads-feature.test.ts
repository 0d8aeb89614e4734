import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rulesOf, submissionOf, submitLead } from './submissions/submission.fixture.ts';
import { callsFeature } from '#src/features/calls/calls-feature.ts';
import { formNames } from './form-names.ts';
import { leads } from './lead.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { leadsFeature } from './leads-feature.ts';

const now = new Date('2026-11-21T10:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describeOnOneDatabase('the leads in the running product', (open) => {
  test('handle every form together with calls, and report waiting leads as metrics', async () => {
    const { db } = await open();
    const services = { db, clock: { now: () => now }, config: {}, database: {}, jobs: {} };
    const posts = leadsFeature.posts?.(services as unknown as Services);
    const callPosts = callsFeature.posts?.(services as unknown as Services);
    expect([...(posts?.keys() ?? []), ...(callPosts?.keys() ?? [])].toSorted()).toEqual(
      formNames.map((form) => `/forms/${form}`).toSorted(),
    );
    const measures = leadsFeature.metrics?.(services as unknown as Services) ?? [];
    expect(measures.map(({ gauges }) => Object.keys(gauges))).toEqual([
      ['leads_waiting', 'leads_longest_wait_seconds'],
    ]);
    for (const { gauges } of measures)
      for (const { help } of Object.values(gauges)) expect(help).toMatch(/^\w.*\.$/);
    await submitLead(db, submissionOf({ createdAt: now }), rulesOf());
    expect(await measures[0]?.read()).toEqual({ leads_waiting: 1, leads_longest_wait_seconds: 0 });
  });
});

describeOnOneDatabase('the leads of the metrics', (open) => {
  test('match the inbox: neither answered nor held', async () => {
    const { db } = await open();
    const services = { db, clock: { now: () => now } } as unknown as Services;
    const [waiting] = leadsFeature.metrics?.(services) ?? [];
    const read = () => waiting?.read();
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
