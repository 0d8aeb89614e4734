import { expect, test } from 'vitest';
import { v4 as uuid } from 'uuid';
import { chosenComparison } from './choose-versions.tsx';

const [one, two, three, four] = [uuid(), uuid(), uuid(), uuid()];
const chosen = (entries: Record<string, string>, shown: readonly string[] = [one, two]) =>
  chosenComparison(shown, new URLSearchParams(entries));

test('returns the comparison of two chosen versions', () => {
  expect(chosen({ of: three, with: four })).toBe(`/portal/files/${three}/compare/${four}`);
});

test('returns to the current comparison with an error if the same version is chosen twice', () => {
  expect(chosen({ of: three, with: three })).toBe(`/portal/files/${one}/compare/${two}?same=`);
});

test('returns null without a choice, or if an id is invalid', () => {
  expect(chosen({ with: two })).toBeNull();
  expect(chosen({ of: '//elsewhere.example', with: two })).toBeNull();
  expect(chosen({ of: three, with: three }, [one, '//elsewhere.example'])).toBeNull();
});
