import { describe, expect, test } from 'vitest';
import { retryRaces, RaceError } from './sql-state.ts';

describe('what another process came between', () => {
  /** Fails so often with this error, and then goes well; says how often it was tried. */
  async function triesUntil(failures: number, error: Error) {
    let tries = 0;
    const ended = await retryRaces(async () => {
      tries += 1;
      if (tries <= failures) throw error;
      return 'stored';
    }).catch((reason: unknown) => reason);
    return { tries, ended };
  }

  test('is tried three times, and no more', async () => {
    const race = new RaceError('at the same moment');
    expect(await triesUntil(2, race)).toEqual({ tries: 3, ended: 'stored' });
    expect(await triesUntil(5, race)).toEqual({ tries: 3, ended: race });
  });

  test('is not tried again where something else went wrong', async () => {
    const error = new Error('no queue');
    expect(await triesUntil(1, error)).toEqual({ tries: 1, ended: error });
  });
});
