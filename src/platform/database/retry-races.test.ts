import { describe, expect, test } from 'vitest';
import { retryRaces, RaceError } from './sql-state.ts';

describe('a race with another process', () => {
  /** Fails this many times with this error, then succeeds; counts the attempts. */
  async function triesUntil(failures: number, error: Error) {
    let tries = 0;
    const ended = await retryRaces(async () => {
      tries += 1;
      if (tries <= failures) throw error;
      return 'stored';
    }).catch((reason: unknown) => reason);
    return { tries, ended };
  }

  test('is tried at most three times', async () => {
    const race = new RaceError('at the same moment');
    expect(await triesUntil(2, race)).toEqual({ tries: 3, ended: 'stored' });
    expect(await triesUntil(5, race)).toEqual({ tries: 3, ended: race });
  });

  test('is not retried after another error', async () => {
    const error = new Error('no queue');
    expect(await triesUntil(1, error)).toEqual({ tries: 1, ended: error });
  });
});
