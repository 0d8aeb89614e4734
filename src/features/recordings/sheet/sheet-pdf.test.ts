import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import { findSpecification } from './check-delivery.ts';
import type { FoundSheet } from './find-sheet.ts';
import { measuresOf, sheetOf } from './measures.fixture.ts';
import { sheetPdf } from './sheet-pdf.ts';

const textOf = async (sheet: FoundSheet, key: string | null = null) =>
  readPdf(await sheetPdf({ sheet, specification: findSpecification(key), origin: 'https://studio.example' }));

test('a delivery sheet as a PDF names the file in any writing, its hash and every figure', async () => {
  const { text, title, sheets } = await textOf(sheetOf('東京 — Микс.wav'));
  expect(title).toContain('東京');
  for (const part of ['東京—Микс.wav', 'ab'.repeat(32), '−23.0LUFS', '−1.5dBTP', '−70.0dBFS', '2,880,000'])
    expect(text).toContain(part);
  expect(sheets).toHaveLength(1);
});

test('a delivery sheet as a PDF says what a specification asks for, and whether it passes', async () => {
  const { text } = await textOf(sheetOf('mix.wav', measuresOf({ truePeak: -0.2 })), 'ebu-r128');
  expect(text).toContain('EBUR128');
  expect(text).toContain('passes');
  expect(text).toContain('fails');
});

test('a delivery sheet as a PDF says of each level why it could not be measured', async () => {
  const short = measuresOf({ frames: 480, integrated: null, loudnessRange: null });
  const { text } = await textOf(sheetOf('hit.wav', short));
  for (const seconds of ['0.4', '3']) expect(text).toContain(`becauseitisshorterthan${seconds}s`);
});

test('a delivery sheet as a PDF says why a file was not measured', async () => {
  const sheet = sheetOf('mix.wav');
  const measurement = { ...sheet.measurement, measures: null, reason: 'unreadable' as const };
  const { text } = await textOf({ ...sheet, measurement });
  expect(text).toContain(sound.reasons.unreadable.replaceAll(/\s/g, ''));
});
