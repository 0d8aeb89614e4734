import { expect, test } from 'vitest';
import { commitStored } from './file-store.ts';

/** Runs a commit with this outcome; returns the response and the removed keys. */
async function commitOf(commit: () => Promise<{ ok: boolean } | null>, isNamed: () => Promise<boolean>) {
  const removed: string[] = [];
  const store = { remove: async (key: string) => void removed.push(key) };
  const answer = await commitStored(store, 'bytes', { commit, isNamed }).catch(
    (error: Error) => error.message,
  );
  return [answer, removed];
}

const lost = () => Promise.reject(new Error('Connection terminated'));

test('keeps stored bytes that a row references, or might after a lost commit response', async () => {
  expect(await commitOf(async () => ({ ok: true }), lost)).toEqual([{ ok: true }, []]);
  expect(await commitOf(lost, async () => true)).toEqual(['Connection terminated', []]);
  expect(await commitOf(lost, lost)).toEqual(['Connection terminated', []]);
});

test('removes stored bytes that no row references', async () => {
  expect(await commitOf(async () => ({ ok: false }), lost)).toEqual([{ ok: false }, ['bytes']]);
  expect(await commitOf(async () => null, lost)).toEqual([null, ['bytes']]);
  expect(await commitOf(lost, async () => false)).toEqual(['Connection terminated', ['bytes']]);
});
