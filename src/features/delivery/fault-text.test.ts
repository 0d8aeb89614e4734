import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import type { Fault } from '#src/audio/faults/faults.ts';
import {
  measuredNotes,
  formatText,
  unmeasuredText,
} from '#src/features/files/measurements/measurement-text.ts';
import type { SoundFormat } from '#src/audio/sound-format.ts';
import type { UnmeasuredReason } from '#src/audio/sound-measures.ts';
import { foundText, listFaults, placesText, silenceRows } from './fault-text.ts';
import { measuresOf } from './measures.fixture.ts';

const silences = { headMs: 0, tailMs: 0, count: 0, spans: [] };
const measuresWith = (...faults: readonly Fault[]) => measuresOf({ findings: { faults, silences } });

test('describes a fault with its kind, place and channel', () => {
  const spans = [
    { fromMs: 13_400, toMs: 13_400, channel: 0 },
    { fromMs: 3_723_456, toMs: 3_723_500, channel: null },
  ];
  const [fault] = listFaults(measuresWith({ kind: 'click', count: 60, spans, channel: null, value: null }));
  expect(fault?.label).toBe(sound.faults.kinds.click);
  expect(fault && placesText(fault)).toBe('0:13.400, left channel; 1:02:03.456–1:02:03.500; and 58 more');
});

test('describes a whole-file fault with its value, and an inferred one with "looks like"', () => {
  const whole = { count: 0, spans: [] };
  const faults = listFaults(
    measuresWith(
      { ...whole, kind: 'imbalance', channel: 1, value: 8 },
      { ...whole, kind: 'lossy-origin', channel: null, value: 16_900 },
    ),
  );
  expect(faults.map(placesText)).toEqual(['all of it, right channel', 'all of it']);
  expect(faults[0]?.label).toContain('8.0 dB');
  expect(faults[1]?.label).toMatch(/^Looks like .* 16\.9 kHz\.$/);
});

test('reports whether faults were found and whether they were searched for', () => {
  const dual: Fault = { kind: 'dual-mono', count: 0, spans: [], channel: null, value: null };
  expect(foundText(measuresOf())).toBe(sound.faults.notLooked);
  expect(foundText(measuresWith())).toBe(sound.faults.none);
  expect(foundText(measuresWith(dual))).toBe('One fault found.');
});

test('reports a silent file as not searched, and names the silence once', () => {
  const minute = { faults: [], silences: { ...silences, headMs: 60_000, tailMs: 60_000 } };
  const silent = measuresOf({ samplePeak: null, findings: minute });
  expect(foundText(silent)).toBe(sound.faults.silent);
  expect(measuredNotes(silent)).toContain(sound.notes.silent);
  for (const measures of [silent, measuresOf({ findings: minute })])
    expect(silenceRows(measures)).toEqual([sound.silences.whole]);
  expect(silenceRows(measuresWith())).toHaveLength(2);
});

test('describes unknown faults, reasons and containers of newer versions generically', () => {
  const [kind, reason, container]: string[] = ['phase-jump', 'encrypted', 'w64'];
  const fault: Omit<Fault, 'kind'> = { count: 0, spans: [], channel: null, value: null };
  const measures = measuresWith(Object.assign({ ...fault }, { kind }) as Fault);
  expect(listFaults(measures)[0]?.label).toBe(sound.faults.something);
  expect(unmeasuredText(reason as UnmeasuredReason)).toBe(sound.otherReason);
  expect(formatText(Object.assign({ ...measures.format }, { container }) as SoundFormat)).toMatch(/^W64, /);
});
