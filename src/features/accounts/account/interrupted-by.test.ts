import { expect, test } from 'vitest';
import { codeField, interruptedBy } from './confirmation.ts';

const typed = { email: 'Runa@halfmoon.example', note: '\nline one\r\nline two &<"' };
const erase = '/desk/leads/1?do=erase';

test('a form that was stopped keeps its address and its fields, and a page its address', async () => {
  const url = new URL(`https://studio.example${erase}`);
  const form = new Request(url, { method: 'POST', body: new URLSearchParams(typed) });
  expect(await interruptedBy(form, url)).toEqual({ to: erase, isPost: true, entries: typed });
  const body = new URLSearchParams({ ...typed, [codeField]: '123456' });
  const again = new Request(url, { method: 'POST', body });
  expect(await interruptedBy(again, url), 'without our own field').toMatchObject({ entries: typed });
  expect(await interruptedBy(new Request(url), url)).toEqual({ to: erase, isPost: false, entries: {} });
});

test('a form as large as an import is kept, and of what is larger than any form nothing is read', async () => {
  const url = new URL('https://studio.example/desk/clients/import?do=import');
  const kept = async (rows: string) => {
    const body = new FormData();
    body.set('rows', rows);
    return (await interruptedBy(new Request(url, { method: 'POST', body }), url)).entries;
  };
  const rows = JSON.stringify(['é"\\'.repeat(1024 * 1024)]);
  expect((await kept(rows))['rows'] === rows).toBe(true);
  expect(await kept('x'.repeat(8 * 1024 * 1024))).toEqual({});
});
