import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import { fill } from '#src/platform/fill.ts';
import { DeliveryPage } from './delivery-page.tsx';
import { measuresOf, sheetOf } from './measures.fixture.ts';
import { sheetRecordOf } from './sheet-rows.ts';

test('the page of a delivery says what its PDF says: which file is damaged, and which was cut off', () => {
  const cut = sheetOf('Cut.wav', measuresOf({ frames: 1_440_000, isDamaged: true }));
  const html = renderToStaticMarkup(
    <DeliveryPage
      found={{
        project: { id: 'project', number: 214, name: 'Storm' },
        specification: null,
        parts: [{ sheet: cut, record: sheetRecordOf(cut, null) }],
      }}
      side="portal"
      query=""
    />,
  );
  expect(html).toContain(sound.notes.damaged);
  expect(html).toContain(fill(sound.notes.cut, { declared: '1:00.000', held: '0:30.000' }));
});
