import { describe, expect, test } from 'vitest';
import delivery from '#content/delivery.yaml';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { measuresOf } from './measures.fixture.ts';
import { checkDelivery, findSpecification, verdictText, type Specification } from './check-delivery.ts';

const specificationOf = (rules: Specification['rules']): Specification => ({
  key: 'x',
  name: 'X',
  source: 'X',
  isAdvice: false,
  rules,
});

const verdictsOf = (rules: Specification['rules'], change: Partial<SoundMeasures> = {}) =>
  checkDelivery(specificationOf(rules), measuresOf(change)).map(({ verdict }) => verdict);

describe('the check of a delivery', () => {
  test("passes values between a rule's minimum and maximum, inclusive", () => {
    const rules = [{ measure: 'integrated' as const, from: -23.5, to: -22.5 }];
    for (const integrated of [-23.5, -23, -22.5]) expect(verdictsOf(rules, { integrated })).toEqual(['pass']);
    for (const integrated of [-23.6, -22.4]) expect(verdictsOf(rules, { integrated })).toEqual(['fail']);
  });

  test('checks the rounded level that is shown', () => {
    const rules = [{ measure: 'truePeak' as const, to: -1 }];
    const [close] = checkDelivery(specificationOf(rules), measuresOf({ truePeak: -0.96 }));
    expect(close).toMatchObject({ verdict: 'pass', measured: '−1.0\u00A0dBTP' });
    expect(verdictsOf(rules, { truePeak: -0.94 })).toEqual(['fail']);
    const between = specificationOf([{ measure: 'integrated', from: -23.5, to: -22.5 }]);
    for (const [integrated, measured, verdict] of [
      [-23.55, '−23.6\u00A0LUFS', 'fail'],
      [-22.45, '−22.5\u00A0LUFS', 'pass'],
    ] as const)
      expect(checkDelivery(between, measuresOf({ integrated }))).toMatchObject([{ measured, verdict }]);
    expect(checkDelivery(specificationOf(rules), measuresOf({ truePeak: -0.95 }))).toMatchObject([
      { measured: '−1.0\u00A0dBTP', verdict: 'pass' },
    ]);
  });

  test('returns "unknown" if there is nothing to measure', () => {
    const rules = [
      { measure: 'integrated' as const, to: -20 },
      { label: 'Dialogue', cannot: 'It is not told apart.' },
    ];
    const [quiet, dialogue] = checkDelivery(specificationOf(rules), measuresOf({ integrated: null }));
    expect(quiet).toMatchObject({
      verdict: 'unknown',
      measured: 'not measurable, because nothing in it is louder than −70 LUFS',
    });
    expect(dialogue).toEqual({
      label: 'Dialogue',
      asked: '',
      measured: 'It is not told apart.',
      verdict: 'unknown',
    });
  });

  test('returns why a level or the leading silence could not be measured', () => {
    const rules = [
      { measure: 'integrated' as const, to: -20 },
      { measure: 'headS' as const, from: 0.5 },
    ];
    const whole = { headMs: 10, tailMs: 10, count: 0, spans: [] };
    const short = { integrated: null, frames: 480, findings: { faults: [], silences: whole } };
    expect(checkDelivery(specificationOf(rules), measuresOf(short))).toMatchObject([
      { verdict: 'unknown', measured: 'not measurable, because it is shorter than 0.4 s' },
      { verdict: 'unknown', measured: 'not measurable, because nothing in it is louder than −50 dBFS RMS' },
    ]);
    const [, silent] = checkDelivery(specificationOf(rules), measuresOf({ ...short, samplePeak: null }));
    expect(silent).toMatchObject({ measured: 'not measurable, because it holds only silence' });
  });

  test('summarises whether it is ready and what fails', () => {
    const [rule, dialogue] = [
      { measure: 'integrated' as const, from: -23.5, to: -22.5 },
      { label: 'Dialogue', cannot: 'It is not told apart.' },
    ];
    const textOf = (rules: Specification['rules'], integrated = -23) =>
      verdictText('EBU R 128', checkDelivery(specificationOf(rules), measuresOf({ integrated })));
    expect(textOf([rule])).toBe('Ready for EBU R 128');
    expect(textOf([rule, dialogue])).toBe(
      'Ready for EBU R 128 as far as it can be measured here. Not measured: dialogue',
    );
    expect(textOf([dialogue])).toBe('Cannot be checked against EBU R 128 here');
    expect(textOf([rule, dialogue, { measure: 'truePeak', to: -2 }], -22.2)).toBe(
      'Not ready for EBU R 128: integrated loudness −22.2\u00A0LUFS, allowed −23.5 to −22.5\u00A0LUFS; ' +
        'true peak −1.5\u00A0dBTP, allowed at most −2.0\u00A0dBTP',
    );
    expect(textOf([{ measure: 'rms', to: -30 }])).toContain(': RMS level −22.0\u00A0dBFS, allowed');
  });

  test('shows sample rates in kHz', () => {
    const rules = [{ measure: 'rateHz' as const, from: 44_100, to: 44_100 }];
    const [rate] = checkDelivery(specificationOf(rules), measuresOf());
    expect(rate).toMatchObject({ asked: '44.1 kHz', measured: '48 kHz', verdict: 'fail' });
  });

  test('finds a specification by its key only', () => {
    for (const { key, name } of delivery.specifications) expect(findSpecification(key)?.name).toBe(name);
    for (const key of [null, '', 'x', 'constructor']) expect(findSpecification(key)).toBeNull();
  });
});
