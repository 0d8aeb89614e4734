import { expect, test } from 'vitest';
import { createSoundLimit } from './sound-work.ts';

const job = { id: 'a', attempt: 1 };

/** Starts two jobs together and reports which of them run. */
function beginTwo(cores: number) {
  const running: string[] = [];
  const end = new Map<string, () => void>();
  const inTurn = createSoundLimit(cores);
  const begin = (name: string) =>
    inTurn({
      async run() {
        running.push(name);
        await new Promise<void>((resolve) => end.set(name, resolve));
        running.splice(running.indexOf(name), 1);
        return { ok: true };
      },
    }).run({}, job);
  return { running, end, both: [begin('measuring'), begin('comparing')] as const };
}

test.each([1, 2])('compares a recording after measuring another with %i cores', async (cores) => {
  const { running, end, both } = beginTwo(cores);
  await expect.poll(() => running).toEqual(['measuring']);
  end.get('measuring')?.();
  expect(await both[0]).toEqual({ ok: true });
  await expect.poll(() => running).toEqual(['comparing']);
  end.get('comparing')?.();
  expect(await both[1]).toEqual({ ok: true });
});

test('compares a recording while measuring another with three cores', async () => {
  const { running, end, both } = beginTwo(3);
  await expect.poll(() => running).toEqual(['measuring', 'comparing']);
  for (const stop of end.values()) stop();
  expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }]);
});

test('runs the next job after a failed one', async () => {
  const inTurn = createSoundLimit(2);
  const failing = inTurn({ run: () => Promise.reject(new Error('decoding failed')) }).run({}, job);
  const next = inTurn({ run: async () => ({ ok: true }) }).run({}, job);
  await expect(failing).rejects.toThrow('decoding failed');
  expect(await next).toEqual({ ok: true });
});
