import { expect, test } from 'vitest';
import { sealedFor } from './sealed-text.ts';

const secret = 'a secret of the tests';

test('a text can be decrypted only with the same secret, for the same purpose and row', () => {
  const { seal, unseal } = sealedFor('addresses');
  const sealed = seal(secret, 'row', 'the text');
  expect(unseal(secret, 'row', sealed)).toBe('the text');
  expect(unseal('another', 'row', sealed)).toBeNull();
  expect(unseal(secret, 'another', sealed)).toBeNull();
  expect(sealedFor('keys').unseal(secret, 'row', sealed)).toBeNull();
  expect(unseal(secret, 'row', sealed.slice(0, 10))).toBeNull();
  expect(seal(secret, 'row', 'the text')).not.toBe(sealed);
});
