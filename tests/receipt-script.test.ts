import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { receiptOf } from '#src/features/receipts/receipt.ts';

const docs = join(projectRootFrom(import.meta.dirname), 'docs');
const script = readFileSync(join(docs, 'verify-receipt.mjs'), 'utf8');
const page = readFileSync(join(docs, 'receipts.md'), 'utf8');
const [, shown = ''] = /```js\n(.*?)```/s.exec(page) ?? [];

const count = 10_000;

/** Returns pseudorandom integers below a limit, the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const names = [
  'Mix.wav',
  'Überfahrt “3”.flac',
  'مقطوعة.mp3',
  '夜のフェリー.wav',
  'a\u2028b\\"c�.aiff',
  '🎧.wav',
];

function makeKey(keyId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: keyId } as never;
  return { id: keyId, jwk, privateKey };
}

/** Writes the key, the script of the page, and numbered receipts; returns the function that runs the script on some of them. */
function makeFolder() {
  const folder = makeTestFolder();
  const key = makeKey('the key of the tests');
  writeFileSync(join(folder, 'script.mjs'), shown);
  writeFileSync(join(folder, 'key.json'), JSON.stringify(key.jwk));
  const run = (paths: readonly string[]) => {
    try {
      const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
      return {
        code: 0,
        output: execFileSync(process.execPath, ['script.mjs', 'key.json', ...paths], options),
      };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { code: status, output: stdout };
    }
  };
  return { folder, key, run };
}

function receiptNumber(number: number, key: ReturnType<typeof makeKey>): Buffer {
  const name = names[number % names.length] ?? '';
  const sha256 = number.toString(16).padStart(64, '0');
  const { text } = receiptOf(
    {
      fileId: randomUUID(),
      projectId: randomUUID(),
      name,
      project: `Project ${number}`,
      approvedBy: 'Runa Vestergaard',
      approvedAt: new Date(1_790_000_000_000 + number),
      isPublished: false,
      reportSha256: number % 2 === 0 ? sha256 : null,
      files: [{ mediaType: 'audio/wav', name, sha256, sizeBytes: number }],
    },
    key,
  );
  return Buffer.from(text);
}

test('the script in the docs is the file next to it and has at most 40 lines', () => {
  expect(shown).toBe(script);
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

test('the script in the docs accepts 10,000 receipts and rejects all of them with one changed byte', () => {
  const { folder, key, run } = makeFolder();
  const random = createRandom(20_261_128);
  for (const kind of ['as-issued', 'changed']) mkdirSync(join(folder, kind));
  const issued: string[] = [];
  const changed: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const bytes = receiptNumber(number, key);
    issued.push(`as-issued/${number}`);
    changed.push(`changed/${number}`);
    writeFileSync(join(folder, `as-issued/${number}`), bytes);
    // Every hundredth change is one of the last letter of the signature, which has unused bits.
    const at = number % 100 === 0 ? bytes.length - 3 : random(bytes.length);
    bytes[at] = ((bytes[at] ?? 0) + 1 + random(255)) % 256;
    writeFileSync(join(folder, `changed/${number}`), bytes);
  }
  const valid = run(issued);
  expect(valid.code).toBe(0);
  expect(valid.output.match(/: valid \{$/gm)).toHaveLength(count);
  const refused = run(changed);
  expect(refused.code).toBe(1);
  expect(refused.output.match(/^changed\/\d+: NOT VALID/gm)).toHaveLength(count);
  expect(refused.output).not.toContain(': valid');
});

test('the script rejects receipts of another key, with anything added, and other signed data', () => {
  const { folder, key, run } = makeFolder();
  const text = receiptNumber(1, key).toString();
  const others = {
    'another key': receiptNumber(1, makeKey(key.id)),
    'another key id': receiptNumber(1, { ...key, id: 'another' }),
    'a line more': `${text}\n`,
    'a space': text.replace('},"signature"', '}, "signature"'),
    'two signatures': text.replace(/,"signature".*$/, (signature) => `${signature.slice(0, -1)}${signature}`),
    empty: '',
  };
  for (const [name, content] of Object.entries(others)) {
    writeFileSync(join(folder, 'receipt.json'), content);
    expect(run(['receipt.json']), name).toMatchObject({
      code: 1,
      output: expect.stringContaining('NOT VALID'),
    });
  }
});
