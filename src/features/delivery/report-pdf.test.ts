import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import { readDrawing } from '#src/platform/pdf/drawn-pdf.fixture.ts';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import { findSpecification } from './check-delivery.ts';
import type { FoundReport } from './find-report.ts';
import { measuresOf, reportOf } from './measures.fixture.ts';
import { reportPdf } from './report-pdf.ts';

const textOf = async (report: FoundReport, key: string | null = null) =>
  readPdf(
    await reportPdf({ report, specification: findSpecification(key), origin: 'https://studio.example' }),
  );

test('includes the file name in any script, its hash and every value in the PDF report', async () => {
  const { text, title, sheets } = await textOf(reportOf('東京 — Микс.wav'));
  expect(title).toContain('東京');
  for (const part of ['東京—Микс.wav', 'ab'.repeat(32), '−23.0LUFS', '−1.5dBTP', '−70.0dBFS', '2,880,000'])
    expect(text).toContain(part);
  expect(sheets).toHaveLength(1);
});

test('starts the PDF report with the verdict and failures, and ends it with the proof', async () => {
  const { text } = await textOf(reportOf('mix.wav', measuresOf({ truePeak: -0.2 })), 'ebu-r128');
  const parts = [
    'mix.wav',
    'NotreadyforEBUR128:truepeak−0.2dBTP,allowedatmost−1.0dBTP',
    'CheckedagainstEBUR128',
    'Pass',
    'Fail',
    'Proof',
    'pcm_s24le',
    'ab'.repeat(32),
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThanOrEqual(0);
  expect((await textOf(reportOf('mix.wav'), 'ebu-r128')).text).toContain('ReadyforEBUR128');
});

test('marks failures and passes with different shapes in the PDF', async () => {
  const shapesIn = async (truePeak: number) => {
    const report = reportOf('mix.wav', measuresOf({ truePeak }));
    const bytes = await reportPdf({ report, specification: findSpecification('ebu-r128'), origin: '' });
    const { shapes } = await readDrawing(bytes);
    return shapes.filter(({ isFilled }) => isFilled).map(({ left, right }) => Math.round(right - left));
  };
  // The verdict, then loudness and true peak.
  expect(await shapesIn(-1.5)).toEqual([10, 8, 8]);
  expect(await shapesIn(-0.2)).toEqual([12, 8, 10]);
});

test('gives the reason for each missing level in the PDF report', async () => {
  const short = measuresOf({ frames: 480, integrated: null, loudnessRange: null });
  const { text } = await textOf(reportOf('hit.wav', short));
  for (const seconds of ['0.4', '3']) expect(text).toContain(`becauseitisshorterthan${seconds}s`);
});

test('gives the reason for an unmeasured file in the PDF report', async () => {
  const report = reportOf('mix.wav');
  const measurement = { ...report.measurement, measures: null, reason: 'unreadable' as const };
  const { text } = await textOf({ ...report, measurement });
  expect(text).toContain(sound.reasons.unreadable.replaceAll(/\s/g, ''));
});
