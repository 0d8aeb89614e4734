import { expect, test } from 'vitest';
import { digitsOf, partsBetween, reportAddressOf } from './follow-listening.client.ts';

test('reports the places of a file under its own address, and of no other sound', () => {
  const file = 'https://studio.example/listen/token/files/id/';
  expect(reportAddressOf(`${file}listen?light`)).toBe('/listen/token/files/id/heard');
  for (const other of [
    '',
    'blob:https://studio.example/x',
    `${file}download`,
    'https://studio.example/portal/files/id/listen',
  ])
    expect(reportAddressOf(other), other).toBeNull();
});

test('fills the parts between two positions, and none that were jumped over', () => {
  expect(partsBetween(0, 0.25, 10)).toEqual([0, 1, 2]);
  expect(partsBetween(9.9, 10, 10)).toEqual([99]);
  expect(partsBetween(1, 8, 10), 'a jump ahead').toEqual([80]);
  expect(partsBetween(8, 1, 10), 'a jump back').toEqual([10]);
  expect(digitsOf(new Set([0, 99]))).toBe(`1${'0'.repeat(98)}1`);
});
