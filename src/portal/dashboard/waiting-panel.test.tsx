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
  number: 7,
  amountCents: 120_000,
  state: 'pending' as const,
  dueOn,
  total: 2,
});
type Shown = Partial<React.ComponentProps<typeof WaitingPanel>>;
const drawn = (shown: Shown) =>
  renderToStaticMarkup(
    <WaitingPanel
      files={[]}
      invoices={[]}
      reported={[]}
      today="2026-11-20"
      permission="approve"
      {...shown}
    />,
  );

test('only the first of the files that wait has the signal colour', () => {
  const html = drawn({ files: [fileOf('first'), fileOf('second')] });
  expect(html.split('data-s="signal"')).toHaveLength(2);
  expect(html.indexOf('data-s="signal"')).toBeLessThan(html.indexOf('first.wav'));
});

test('an overdue invoice comes before the files, and one that is due after them', () => {
  const html = drawn({
    files: [fileOf('mix')],
    invoices: [invoiceOf('late', '2026-11-01'), invoiceOf('soon', '2026-12-01')],
  });
  const order = ['invoices/late', 'mix.wav', 'invoices/soon'].map((part) => html.indexOf(part));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order[0]).toBeGreaterThan(0);
});

test('says nothing where nothing waits, and names what waits for the studio', () => {
  expect(drawn({})).toBe('');
  const html = drawn({ reported: [invoiceOf('reported', '2026-12-01')] });
  expect(html).toContain(words.forUs);
  expect(html).not.toContain(words.waiting);
  expect(html).not.toContain(words.none);
});
