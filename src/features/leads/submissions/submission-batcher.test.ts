import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { rulesOf, submissionOf } from './submission.fixture.ts';
import { submissions } from '../lead.table.ts';
import { createSubmissionBatcher, submitLeads } from './submit-leads.ts';

describeOnEachDatabase('submissions that come together', (open) => {
  test('are committed together, and a submission refused by the database fails alone', async () => {
    const { db } = await open();
    const sizes: number[] = [];
    const submit = createSubmissionBatcher((batch) => {
      sizes.push(batch.length);
      return submitLeads(db, batch, rulesOf());
    });
    const fine = Array.from({ length: 20 }, () => submissionOf());
    // The earlier checks would reject this.
    const refused = submissionOf({ name: 'a\0b' });
    const outcomes = await Promise.allSettled([...fine.slice(0, 10), refused, ...fine.slice(10)].map(submit));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array<string>(10).fill('fulfilled'),
      'rejected',
      ...Array<string>(10).fill('fulfilled'),
    ]);
    expect(await db.$count(submissions)).toBe(20);
    expect(sizes[0]).toBe(21);
  });
});

test('queries a lost database once per batch, not once per submission', async () => {
  let asked = 0;
  const submit = createSubmissionBatcher(() => {
    asked += 1;
    return Promise.reject(Object.assign(new Error('connection lost'), { code: '08006' }));
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => submit(submissionOf())));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
});
