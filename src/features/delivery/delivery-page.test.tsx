import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import { fill } from '#src/platform/fill.ts';
import { DeliveryPage } from './delivery-page.tsx';
import { measuresOf, reportOf } from './measures.fixture.ts';
import { findSpecification } from './check-delivery.ts';
import { reportRecordOf } from './delivery-report.ts';

test('shows damaged and truncated files on the delivery page as in its PDF', () => {
  const cut = reportOf('Cut.wav', measuresOf({ frames: 1_440_000, isDamaged: true }));
  const html = renderToStaticMarkup(
    <DeliveryPage
      found={{
        project: { id: 'project', number: 214, name: 'Storm' },
        specification: null,
        parts: [{ report: cut, record: reportRecordOf(cut, null) }],
        choices: [],
      }}
      side="portal"
      query=""
    />,
  );
  expect(html).toContain(sound.notes.damaged);
  expect(html).toContain(fill(sound.notes.cut, { declared: '1:00.000', held: '0:30.000' }));
});

test('lists each file with its failures on the delivery page, failures first', () => {
  const specification = findSpecification('ebu-r128');
  const sheets = [
    reportOf('Ready.wav'),
    { ...reportOf('Later.wav'), measurement: { ...reportOf('').measurement, measures: null } },
    reportOf('Loud.wav', measuresOf({ integrated: -18 })),
  ];
  const html = renderToStaticMarkup(
    <DeliveryPage
      found={{
        project: { id: 'project', number: 214, name: 'Storm' },
        specification,
        parts: sheets.map((report, index) => ({
          report: { ...report, file: { ...report.file, id: String(index) } },
          record: reportRecordOf(report, specification),
        })),
        choices: [{ id: 'a', label: 'Loud.wav', isChosen: true }],
      }}
      side="portal"
      query="?check=ebu-r128"
    />,
  );
  const rows = html.match(/<tr data-verdict="(\w+)">/g);
  expect(rows).toEqual(['fail', 'unknown', 'pass'].map((verdict) => `<tr data-verdict="${verdict}">`));
  const verdict = 'Not ready for EBU R 128: 1 of 3 files fail';
  expect(html.indexOf(verdict)).toBeGreaterThan(0);
  expect(html.indexOf(verdict)).toBeLessThan(html.indexOf('<table'));
  expect(html).toMatch(/<input type="checkbox" name="file"[^>]* value="a"/);
  expect(html).toContain('integrated loudness');
  expect(html).toContain('data-shape="diamond"');
  expect(html).toContain('>Ready<');
  // The hashes come last.
  expect(html.lastIndexOf('Not ready')).toBeLessThan(html.indexOf('ab'.repeat(32)));
});
