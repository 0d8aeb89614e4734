import { expect, test } from 'vitest';
import { focusFault } from './focus-fault.ts';

const page = (html: string, type = 'text/html; charset=utf-8') =>
  new Response(html, { status: 422, headers: { 'content-type': type } });

test('focuses the first invalid field and leaves the rest unchanged', async () => {
  const focused = await focusFault(
    page('<input name="a"><input name="b" aria-invalid="true"><input name="c" aria-invalid="true">'),
  );
  expect(focused.status).toBe(422);
  expect(await focused.text()).toBe(
    '<input name="a"><input name="b" autofocus aria-invalid="true"><input name="c" aria-invalid="true">',
  );
});

test('leaves pages without an invalid field and other responses unchanged', async () => {
  expect(await (await focusFault(page('<p>gone</p>'))).text()).toBe('<p>gone</p>');
  const json = page('{"html":" aria-invalid=\\"true\\""}', 'application/json');
  expect(await focusFault(json)).toBe(json);
});
