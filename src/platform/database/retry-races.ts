import { isRace } from './sql-state.ts';

const attempts = 3;

/** Tries again what another process came between: it stored one of the same, or a neighbour of it, at the same moment. */
export async function retryRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
    }
  }
}
