import { expect, test } from 'vitest';
import { v4 as uuid } from 'uuid';
import { chosenComparison } from './choose-versions.tsx';

const [one, two, three, four] = [uuid(), uuid(), uuid(), uuid()];
const chosen = (entries: Record<string, string>, shown: readonly string[] = [one, two]) =>
  chosenComparison(shown, new URLSearchParams(entries));

test('two chosen versions have a comparison of their own', () => {
  expect(chosen({ of: three, with: four })).toBe(`/portal/files/${three}/compare/${four}`);
});

test('the same version twice leads back to what was shown, and says so', () => {
  expect(chosen({ of: three, with: three })).toBe(`/portal/files/${one}/compare/${two}?same=`);
});

test('without a choice, or with anything but versions, it redirects nowhere', () => {
  expect(chosen({ with: two })).toBeNull();
  expect(chosen({ of: '//elsewhere.example', with: two })).toBeNull();
  expect(chosen({ of: three, with: three }, [one, '//elsewhere.example'])).toBeNull();
});
