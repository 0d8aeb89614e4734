import styles from './contents.module.css';

/** The table of contents in the margin of a long text. */
export function Contents({
  title,
  headings,
}: {
  readonly title: string;
  readonly headings: readonly { readonly depth: number; readonly slug: string; readonly text: string }[];
}) {
  return (
    <nav className={styles.contents} aria-labelledby="contents-title">
      <p id="contents-title" className="italic small dim">
        {title}
      </p>
      <ol className={styles.list}>
        {headings
          .filter(({ depth }) => depth === 2)
          .map(({ slug, text }) => (
            <li key={slug}>
              <a href={`#${slug}`}>{text}</a>
            </li>
          ))}
      </ol>
    </nav>
  );
}
