import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

const html = renderToStaticMarkup(
  <Tabs
    label="Stages"
    current="b"
    tabs={[
      { id: 'a', label: 'Before', panel: <p>first</p> },
      { id: 'b', label: 'During', panel: <p>second</p> },
    ]}
  />,
);

test('every panel and a heading for it are in the page, so that it works without scripts', () => {
  expect(html).toMatch(/<h3[^>]*>Before<\/h3><p>first<\/p>/);
  expect(html).toMatch(/<h3[^>]*>During<\/h3><p>second<\/p>/);
});

test('one tab is selected and only that one is in the tab order', () => {
  expect(html.match(/aria-selected="true"[^>]*tabindex="0"/g)).toHaveLength(1);
  expect(html.match(/aria-selected="false"[^>]*tabindex="-1"/g)).toHaveLength(1);
});
