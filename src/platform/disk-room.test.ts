import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { isDiskFull, requireRoom } from './disk-room.ts';

const failureOf = (run: () => void): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

test('too little free space counts as a full disk, and no other error does', () => {
  expect(isDiskFull(failureOf(() => requireRoom(tmpdir(), Infinity)))).toBe(true);
  expect(failureOf(() => requireRoom(tmpdir(), 0))).toBeUndefined();
  expect(isDiskFull(failureOf(() => requireRoom('/no/such/folder')))).toBe(false);
  expect(isDiskFull(new Error('ENOSPC'))).toBe(false);
});
