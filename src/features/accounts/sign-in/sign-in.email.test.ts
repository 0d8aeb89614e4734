import { expect, test } from 'vitest';
import { signInMailOf } from './sign-in.email.tsx';

test('an invitation says where to enter the code, since the invited person has no such page open', () => {
  const mail = { to: 'a@b.example', messageId: 'one', code: '123456', lifeMs: 600_000 };
  const url = 'https://studio.example/sign-in/link?token=abc';
  const { text, html } = signInMailOf({ ...mail, url, reason: 'invited' });
  for (const written of [text, html]) {
    expect(written).toContain('enter your address and this code at https://studio.example/sign-in/code');
    expect(written).not.toContain('asked for it');
    expect(written).not.toContain('If you did not ask');
  }
  expect(signInMailOf({ ...mail, url, reason: 'asked' }).text).toContain(
    'the page where you asked for it: 123 456',
  );
});
