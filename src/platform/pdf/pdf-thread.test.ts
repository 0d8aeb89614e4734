import { expect, test } from 'vitest';
import { write, writePdf } from './pdf-pen.ts';
import { readPdf } from './read-pdf.fixture.ts';

const about = { title: 'Sheet', author: 'Studio', language: 'en' };

test('writes many documents in a thread, in order, without blocking the event loop', async () => {
  const order: number[] = [];
  let isWriting = true;
  let rounds = 0;
  const answerOther = () => {
    rounds += 1;
    if (isWriting) setImmediate(answerOther);
  };
  setImmediate(answerOther);
  const texts = Array.from({ length: 8 }, (_, at) => `Words of sheet ${at}. `.repeat(200));
  const written = texts.map(async (text, at) => {
    const bytes = await writePdf(about, (pen) => write(pen, text));
    order.push(at);
    return bytes;
  });
  const all = await Promise.all(written);
  isWriting = false;
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(rounds).toBeGreaterThan(100);
  for (const [at, bytes] of all.entries())
    expect((await readPdf(bytes)).text).toContain(`Wordsofsheet${at}.`);
});

test('rejects a document that cannot be written without affecting others', async () => {
  const broken = writePdf(about, (pen) => write(pen, 'Words', { size: Number.NaN }));
  const next = writePdf(about, (pen) => write(pen, 'Words'));
  await expect(broken).rejects.toThrow();
  expect((await readPdf(await next)).text).toBe('Words');
});
