import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type HastPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

/** The part of a Markdown tree's node that this reads. */
interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly children?: readonly Node[];
}

const descendantsOf = (node: Node, tagName: string): Node[] =>
  (node.children ?? []).flatMap((child) =>
    child.tagName === tagName ? [child] : descendantsOf(child, tagName),
  );

/**
 * Labels the cells of a Markdown table: the first of each row becomes its header, and every other gets its column's
 * name as `data-label`, so that a style sheet can stack the cells on narrow screens.
 */
export const tableLabels: HastPlugin = {
  name: 'table-labels',
  element: {
    filter: ['table'],
    visit(table, context) {
      const headings = descendantsOf(table, 'th');
      const columns = headings.map((heading) => context.textContent(heading as never));
      for (const heading of headings) context.setProperty(heading as never, 'scope', 'col');
      for (const row of descendantsOf(table, 'tr')) {
        const [first, ...others] = descendantsOf(row, 'td');
        if (!first) continue;
        context.replaceNode(
          first as never,
          { ...first, tagName: 'th', properties: { scope: 'row' } } as never,
        );
        others.forEach((cell, index) => {
          context.setProperty(cell as never, 'dataLabel', columns[index + 1] ?? '');
        });
      }
    },
  },
};
