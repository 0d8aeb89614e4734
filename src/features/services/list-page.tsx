import { PlateHead } from '#src/features/site/plate-head.tsx';
import type { NoteSlug } from '#src/features/site/notes.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { widthOf } from '#src/ui/wave-width.ts';
import { ClosingBand } from './closing-band.tsx';
import styles from './list-page.module.css';
import { sentenceOf } from './sentence.ts';

/**
 * A list set large across the page, the name at the left, what it is at the right. The list is a standing wave
 * from its first row to its last: quiet at the ends, loud in the middle.
 */
function Ledger({ items }: { readonly items: readonly { readonly title: string; readonly text: string }[] }) {
  return (
    <ul className={styles.ledger}>
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <span className={`${styles.name} w${widthOf(index, items.length, 1)}`}>{title}</span>
          <span className={`score dim ${styles.text}`}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

interface ListPageContent {
  readonly lines: { readonly wide: readonly string[]; readonly narrow: readonly string[] };
  readonly tagline: string;
  readonly services: readonly { readonly title: string; readonly text: string }[];
  readonly button: string;
  readonly notice?: string;
}

/** A service that is a list: what it offers, line by line, and the button that starts it. */
export function ListPage({
  note,
  page,
  service,
  name,
}: {
  readonly note: NoteSlug;
  readonly page: ListPageContent;
  /** Chosen in the contact form that the button leads to. */
  readonly service: string;
  /** Names the list for screen readers. */
  readonly name: string;
}) {
  const items = page.services.map(({ title, text }) => ({ title, text: sentenceOf(text) }));
  return (
    <>
      <PlateHead note={note} lines={page.lines} lead={page.tagline} />
      <section className="section" data-s="paper" aria-label={name}>
        <div className="wrap">
          <Ledger items={items} />
          <div className={styles.foot}>
            <ButtonLink label={page.button} href={`/?service=${service}#contact`} />
            {page.notice && <p className="italic dim">{page.notice}</p>}
          </div>
        </div>
      </section>
      <ClosingBand />
    </>
  );
}
