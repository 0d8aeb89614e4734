import { satteri } from '@astrojs/markdown-satteri';
import { expect, test } from 'vitest';
import { tableLabels } from './table-labels.ts';

test('the first cell of a row is its heading, and every other names its column', async () => {
  const processor = satteri({ hastPlugins: [tableLabels] });
  const renderer = await processor.createRenderer({ syntaxHighlight: false });
  const { code } = await renderer.render('| A | *B* | C |\n| - | - | - |\n| **1** | 2 | 3 |\n');
  expect(code).toContain('<th scope="col">A</th>');
  expect(code).toContain('<th scope="row"><strong>1</strong></th>');
  expect(code).toContain('<td data-label="B">2</td>');
  expect(code).toContain('<td data-label="C">3</td>');
});
