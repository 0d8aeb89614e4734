import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import portal from '#content/portal.yaml';
import { WaitingPanel } from './waiting-panel.tsx';

const { dashboard: words } = portal;
const fileOf = (id: string) => ({
  id,
  name: `${id}.wav`,
  uploadNumber: 1,
  uploadCount: 1,
  kind: 'audio' as const,
  mediaType: 'audio/wav',
  peaks: null,
  figureKey: null,
  projectId: 'project',
  project: 'Tidewater',
  total: 2,
});
const invoiceOf = (id: string, dueOn: string) => ({
  id,
  code: 'INV-7',
  currency: 'USD',
  openMinor: 120_000,
  state: 'pending' as const,
  dueOn,
  total: 2,
});
type Shown = Partial<React.ComponentProps<typeof WaitingPanel>>;
const drawn = (shown: Shown) =>
  renderToStaticMarkup(
    <WaitingPanel
      files={[]}
      requests={[]}
      invoices={[]}
      reported={[]}
      today="2026-11-20"
      permission="approve"
      {...shown}
    />,
  );

test('uses the signal colour only for the first waiting file', () => {
  const html = drawn({ files: [fileOf('first'), fileOf('second')] });
  expect(html.split('data-s="signal"')).toHaveLength(2);
  expect(html.indexOf('data-s="signal"')).toBeLessThan(html.indexOf('first.wav'));
});

test('lists an overdue invoice before the files, and a pending one after them', () => {
  const html = drawn({
    files: [fileOf('mix')],
    invoices: [invoiceOf('late', '2026-11-01'), invoiceOf('soon', '2026-12-01')],
  });
  const order = ['invoices/late', 'mix.wav', 'invoices/soon'].map((part) => html.indexOf(part));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order[0]).toBeGreaterThan(0);
});

test('is empty if nothing is waiting, and lists what the studio has to confirm', () => {
  expect(drawn({})).toBe('');
  const html = drawn({ reported: [invoiceOf('reported', '2026-12-01')] });
  expect(html).toContain(words.forUs);
  expect(html).not.toContain(words.waiting);
  expect(html).not.toContain(words.none);
});
