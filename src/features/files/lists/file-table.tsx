import type { HTMLAttributes, ReactNode } from 'react';
import styles from '#src/workspace/desk-table.module.css';

/** A column of a table of files. */
export type FileColumn<Row> = {
  readonly key: string;
  readonly heading: string;
  /** True if only screen readers need its heading. */
  readonly isQuiet?: boolean;
  /** The column of the name, which heads the row, or of the actions. */
  readonly of?: 'name' | 'actions';
  readonly cell: (row: Row) => ReactNode;
};

/** The attributes of a row, with the key that React needs. */
export type RowAttributes = HTMLAttributes<HTMLTableRowElement> & { readonly key: string };

/** Renders a table of files for the portal and the desk. It stacks its rows by the room that it has. */
export function FileTable<Row>({
  caption,
  columns,
  rows,
  attributesOf,
  isHeadQuiet = false,
}: {
  readonly caption: string;
  readonly columns: readonly FileColumn<Row>[];
  readonly rows: readonly Row[];
  readonly attributesOf: (row: Row) => RowAttributes;
  /** True if another table above has the same columns. */
  readonly isHeadQuiet?: boolean;
}) {
  return (
    <table className={styles.table} data-of="files" data-quiet={isHeadQuiet || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, heading, isQuiet, of }) => (
            <th key={key} scope="col" className={of && { name: styles.main, actions: styles.end }[of]}>
              {isQuiet ? <span className="sr-only">{heading}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { key, ...attributes } = attributesOf(row);
          return (
            <tr key={key} {...attributes}>
              {columns.map((column) =>
                column.of === 'name' ? (
                  <th key={column.key} scope="row" className={styles.main}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={column.of === 'actions' ? styles.end : undefined}>
                    {column.of === 'actions' ? (
                      <div className={styles.acts}>{column.cell(row)}</div>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
