import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody, parseFileForm } from './parse-body.ts';

const urlEncoded = 'application/x-www-form-urlencoded';
const parse = (contentType: string, text: string, encoding: BufferEncoding = 'utf8') =>
  parseBody(contentType, Buffer.from(text, encoding));

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
// Values of a browser's form; line ends are sent as CR LF.
const controls = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => name !== 'email'),
  text,
  { maxKeys: 6 },
);

test('reads at most 64 fields from every kind of body', () => {
  const fieldsOf = (count: number) =>
    Array.from({ length: count }, (_, n): [string, string] => [`f${n}`, 'x']);
  const boundary = 'b';
  const bodies = (count: number): [string, string][] => [
    [urlEncoded, new URLSearchParams(fieldsOf(count)).toString()],
    ['application/json', JSON.stringify(Object.fromEntries(fieldsOf(count)))],
    [
      `multipart/form-data; boundary=${boundary}`,
      [
        ...fieldsOf(count).map(
          ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`,
        ),
        '--b--',
      ].join('\r\n'),
    ],
  ];
  for (const [type, body] of bodies(64)) {
    const parsed = parse(type, body);
    expect(parsed.ok && Object.keys(parsed.entries), type).toHaveLength(64);
  }
  for (const count of [65, 7000])
    for (const [type, body] of bodies(count))
      expect(parse(type, body), `${count} in ${type}`).toEqual({ ok: false, reason: 'malformed' });
  expect(parse(urlEncoded, '&'.repeat(250_000)).ok, 'nor any number of empty ones').toBe(false);
});

test('joins the values of a list of chosen files, and refuses any other repeated field', () => {
  const ids = Array.from({ length: 300 }, (_, n) => `id-${n}`);
  const fields = (name: string) => [['stage', 'mix'], ...ids.map((id) => [name, id])];
  const bodiesOf = (name: string): [string, string][] => [
    [urlEncoded, new URLSearchParams(fields(name)).toString()],
    [
      'multipart/form-data; boundary=b',
      [
        ...fields(name).map(
          (field) => `--b\r\ncontent-disposition: form-data; name="${field[0]}"\r\n\r\n${field[1]}`,
        ),
        '--b--',
      ].join('\r\n'),
    ],
  ];
  for (const [type, body] of [
    ...bodiesOf('file'),
    ['application/json', JSON.stringify({ stage: 'mix', file: ids })] as const,
  ])
    expect(parse(type, body), type).toEqual({ ok: true, entries: { stage: 'mix', file: ids.join(' ') } });
  for (const [type, body] of [
    ...bodiesOf('name'),
    ['application/json', JSON.stringify({ name: ids })] as const,
  ])
    expect(parse(type, body), type).toEqual({ ok: false, reason: 'malformed' });
});

test('removes invisible characters at the ends of addresses only, in every kind of body', () => {
  const typed = '\uFEFF \u200Bana@kunde.example\u00A0\u00AD';
  const bodies = {
    [urlEncoded]: new URLSearchParams({ email: typed, name: typed }).toString(),
    'application/json': JSON.stringify({ email: typed, name: typed }),
    'multipart/form-data; boundary=b': [
      ...['email', 'name'].map(
        (name) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${typed}`,
      ),
      '--b--',
    ].join('\r\n'),
  };
  for (const [type, body] of Object.entries(bodies)) {
    const parsed = parse(type, body);
    expect(parsed.ok && { ...parsed.entries }, type).toEqual({ email: 'ana@kunde.example', name: typed });
  }
});

describe('a form is read exactly as typed', () => {
  test('from what a browser makes of any text', async () => {
    await fc.assert(
      fc.asyncProperty(controls, async (entries) => {
        const pairs = Object.entries(entries);
        const expected = { ok: true, entries: { ...entries } };
        expect(parse(urlEncoded, new URLSearchParams(pairs).toString())).toEqual(expected);
        expect(parse('application/json; charset=utf-8', JSON.stringify(entries))).toEqual(expected);
        const form = new FormData();
        for (const [name, value] of pairs) form.append(name, value);
        const request = new Request('http://localhost', { method: 'POST', body: form });
        const crlf = (value: string) => value.replaceAll(/\r\n|\r|\n/g, '\r\n');
        const multipart = parseBody(
          request.headers.get('content-type') ?? '',
          Buffer.from(await request.arrayBuffer()),
        );
        expect(multipart).toEqual({
          ok: true,
          entries: Object.fromEntries(pairs.map(([name, value]) => [name, crlf(value)])),
        });
      }),
    );
  });

  test.each([
    ['a byte order mark', 'name=%EF%BB%BFx', '\uFEFFx'],
    ['raw characters beyond ASCII', 'name=Ærø', 'Ærø'],
    ['a stray percent sign', 'name=100%+sure%', '100% sure%'],
    ['a name called like an object’s own property', '__proto__=x&name=y', 'y'],
    ['an equals sign in a value', 'name=a=b', 'a=b'],
  ])('%s', (_what, body, name) => {
    const parsed = parse(urlEncoded, body);
    expect(parsed.ok && parsed.entries['name']).toBe(name);
  });
});

const boundary = 'multipart/form-data; boundary=x';
describe('a body that cannot be read exactly is refused', () => {
  test.each([
    ['UTF-8 that breaks off', urlEncoded, Buffer.from('name=\xe2\x82', 'latin1')],
    ['percent signs that make no UTF-8', urlEncoded, Buffer.from('name=%E2%82')],
    ['half a surrogate pair', urlEncoded, Buffer.from('name=%ED%A0%80')],
    ['a field given twice', urlEncoded, Buffer.from('email=a%40b&email=c%40d')],
    ['JSON that breaks off', 'application/json', Buffer.from('{"name":')],
    ['JSON that is a list', 'application/json', Buffer.from('["name"]')],
    ['JSON with a number for a text', 'application/json', Buffer.from('{"name":1}')],
    ['parts without a boundary', 'multipart/form-data', Buffer.from('--x--')],
    [
      'parts without an end',
      boundary,
      Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb'),
    ],
    [
      'a file',
      boundary,
      Buffer.from('--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--x--'),
    ],
    ['a part without a name', boundary, Buffer.from('--x\r\ncontent-type: text/plain\r\n\r\nb\r\n--x--')],
  ])('%s', (_what, contentType, body) => {
    expect(parseBody(contentType, body)).toEqual({ ok: false, reason: 'malformed' });
  });

  test.each(['text/plain', '', 'application/xml', 'application/x-www-form-urlencoded2'])(
    'content type "%s"',
    (contentType) => {
      expect(parse(contentType, 'name=x')).toEqual({ ok: false, reason: 'unsupported-type' });
    },
  );

  test('whatever the bytes, nothing throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(urlEncoded, boundary), (bytes, type) => {
        expect(typeof parseBody(type, Buffer.from(bytes)).ok).toBe('boolean');
      }),
    );
  });
});

describe('a form with files', () => {
  const type = 'multipart/form-data; boundary=b';
  const fileOf = (name: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: audio/wav\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]);
  const note = Buffer.from('--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n\uFEFFTwo\r\n');
  const end = Buffer.from('--b--');
  const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 13, 10]);

  test('keeps the bytes of its files and the characters of its texts', () => {
    const body = Buffer.concat([note, fileOf('a%22b.wav', bytes), fileOf('', Buffer.alloc(0)), end]);
    expect(parseFileForm(type, body)).toEqual({
      ok: true,
      entries: { note: '\uFEFFTwo' },
      files: [{ field: 'files', name: 'a"b.wav', mediaType: 'audio/wav', bytes }],
    });
    expect(parseBody(type, body)).toEqual({ ok: false, reason: 'malformed' });
  });

  test('is malformed if a note is not UTF-8 or the body ends early', () => {
    const broken = Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n'),
    ]);
    for (const body of [Buffer.concat([broken, end]), fileOf('a.wav', bytes)])
      expect(parseFileForm(type, body)).toEqual({ ok: false, reason: 'malformed' });
  });

  test('may have no files and any other encoding', () => {
    const parsed = parseFileForm(urlEncoded, Buffer.from('note=Two'));
    expect(parsed).toEqual({ ok: true, entries: { note: 'Two' }, files: [] });
  });
});
