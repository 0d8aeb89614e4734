import { expect, test } from 'vitest';
import { measuresOf, reportOf } from './measures.fixture.ts';
import { reportRecordOf } from './delivery-report.ts';

const scheme = '{project}_{title}_{rate}_{bits}';
const named = (name: string, measures = measuresOf()) => {
  const report = reportOf(name, measures);
  return { ...report, file: { ...report.file, naming: scheme } };
};

test('does not require a bit depth in the name of a file without one', () => {
  const { format } = measuresOf();
  const mp3 = measuresOf({ format: { ...format, container: 'mp3', codec: 'mp3', bits: null } });
  expect(reportRecordOf(named('P-214_Storm_48k.mp3', mp3), null).naming).toEqual({
    scheme,
    expected: 'P-214_(title)_48k',
    verdict: 'pass',
  });
  expect(reportRecordOf(named('P-214_Storm_48k_24bit.wav'), null).naming).toMatchObject({ verdict: 'pass' });
});

test('does not check a name with a sample rate before the file is measured', () => {
  const report = named('P-214_Storm_48k_24bit.wav');
  const unmeasured = { ...report, measurement: { ...report.measurement, measures: null } };
  expect(reportRecordOf(unmeasured, null).naming).toBeNull();
});
