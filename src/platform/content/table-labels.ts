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
 * Gives every cell of a Markdown table the name of its column as `data-label`, so that a style sheet can set the
 * rows below one another where there is no room for columns.
 */
export const tableLabels: HastPlugin = {
  name: 'table-labels',
  element: {
    filter: ['table'],
    visit(table, context) {
      const columns = descendantsOf(table, 'th').map((cell) => context.textContent(cell as never));
      for (const row of descendantsOf(table, 'tr')) {
        descendantsOf(row, 'td').forEach((cell, index) => {
          context.setProperty(cell as never, 'dataLabel', columns[index] ?? '');
        });
      }
    },
  },
};
