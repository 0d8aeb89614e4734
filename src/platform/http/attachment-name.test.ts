import { expect, test } from 'vitest';
import { attachmentOf } from './attachment-name.ts';

const savedAs = (header: string) => decodeURIComponent(header.slice(header.indexOf("UTF-8''") + 7));

test('keeps a plain name unchanged', () => {
  expect(attachmentOf('Tidewater_R3 mix.wav')).toBe(
    `attachment; filename="Tidewater_R3 mix.wav"; filename*=UTF-8''Tidewater_R3%20mix.wav`,
  );
});

test.each([
  ['מיקס סופי.wav', 'מיקס סופי.wav'],
  ['🎚️ mix.wav', '🎚️ mix.wav'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['..\\x.exe', '.._x.exe'],
  ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
  ['a\r\nSet-Cookie: x=1', 'a__Set-Cookie: x=1'],
  ['"quoted"; filename=x', '"quoted"; filename=x'],
  ["it's (50%)*.wav", "it's (50%)*.wav"],
  ['half \ud83d pair', 'half \ufffd pair'],
  ['', 'file'],
])('%j is saved as %j', (name, saved) => {
  const header = attachmentOf(name);
  expect(savedAs(header)).toBe(saved);
  // Headers are printable ASCII, and the quoted name is closed correctly.
  expect(header).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w!.~%-]+$/);
});

test('keeps the extension of a very long name', () => {
  const saved = savedAs(attachmentOf(`${'長'.repeat(1000)}.wav`));
  expect([...saved]).toHaveLength(180);
  expect(saved.endsWith('長.wav')).toBe(true);
});
