import { expect, test } from 'vitest';
import { v4 as uuid } from 'uuid';
import { chosenComparison } from './chosen-versions.ts';

const [one, two, three, four] = [uuid(), uuid(), uuid(), uuid()];
const chosen = (entries: Record<string, string>) => chosenComparison(one, new URLSearchParams(entries));

test('two chosen versions have a comparison of their own', () => {
  expect(chosen({ of: three, with: four, shown: two })).toBe(`/portal/files/${three}/compare?with=${four}`);
});

test('the same version twice leads back to what was shown, and says so', () => {
  expect(chosen({ of: three, with: three, shown: two })).toBe(
    `/portal/files/${one}/compare?with=${two}&same=`,
  );
});

test('where nobody chose, or something else than versions, nothing is led anywhere', () => {
  expect(chosen({ with: two })).toBeNull();
  expect(chosen({ of: '//elsewhere.example', with: two })).toBeNull();
  expect(chosen({ of: three, with: three, shown: '//elsewhere.example' })).toBeNull();
});
