import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { outboxFeature } from './outbox-feature.ts';
import { outbox } from './outbox.table.ts';

describeOnEachDatabase('the email metrics', (open) => {
  test('count queued, failing and dead emails, and no sent ones', async () => {
    const { db } = await open();
    const [mails] = outboxFeature(() => ({})).metrics?.({ db } as Services) ?? [];
    const read = () => mails?.read();
    const none = [
      { of: 'queued', value: 0 },
      { of: 'failing', value: 0 },
      { of: 'dead', value: 0 },
    ];
    expect(await read()).toEqual({ mails: none });
    const mail = (changes: Partial<typeof outbox.$inferInsert>) => ({
      id: uuidv7(),
      kind: 'test',
      createdAt: new Date(),
      ...changes,
    });
    await db
      .insert(outbox)
      .values([
        mail({}),
        mail({}),
        mail({}),
        mail({ attempts: 2, lastError: 'ECONNECTION' }),
        mail({ attempts: 9, lastError: '550', state: 'failed' }),
        mail({ state: 'failed' }),
        mail({ state: 'sent' }),
        mail({ state: 'skipped', lastError: 'nobody to tell' }),
      ]);
    expect(await read()).toEqual({
      mails: [
        { of: 'queued', value: 3 },
        { of: 'failing', value: 1 },
        { of: 'dead', value: 2 },
      ],
    });
  });
});
