import words from '#content/desk-contacts.yaml';
import { Panel } from '#src/ui/panel.tsx';
import type { PersonDetails } from './details.ts';
import styles from './details.module.css';

const { details: text, fields } = words;

/** Renders a phone number as a link that calls it. */
export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
    <bdi>{phone}</bdi>
  </a>
);

/** Renders tags, as links to the list with each of them. */
export function Tags({ tags, listPath }: { readonly tags: readonly string[]; readonly listPath: string }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={fields.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <a href={`${listPath}?${new URLSearchParams({ tag }).toString()}`}>
            <bdi>{tag}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="italic dim">{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** Renders contact details, tags and notes; what is empty is left out. */
export function DetailsPanel({
  details: { phone, address = '', tags, notes },
  listPath,
  editHref,
  children,
}: {
  readonly details: PersonDetails & { readonly address?: string };
  /** The list that tags filter. */
  readonly listPath: string;
  readonly editHref: string;
  /** Rows before the others. */
  readonly children?: React.ReactNode;
}) {
  const isEmpty = phone === '' && address === '' && tags.length === 0 && notes === '' && !children;
  return (
    <Panel
      id="details"
      title={text.title}
      aside={
        <a href={editHref} className={`small ${styles.edit}`}>
          {text.edit}
        </a>
      }
    >
      <div className={styles.body} id="contact-details" data-live>
        {isEmpty ? (
          <p className="small dim">{text.none}</p>
        ) : (
          <dl className={styles.rows}>
            {children}
            {phone !== '' && (
              <Row label={fields.phone}>
                <PhoneLink phone={phone} />
              </Row>
            )}
            {address !== '' && <Row label={fields.address}>{address}</Row>}
            {tags.length > 0 && (
              <Row label={fields.tags}>
                <Tags tags={tags} listPath={listPath} />
              </Row>
            )}
            {notes !== '' && <Row label={fields.notes}>{notes}</Row>}
          </dl>
        )}
      </div>
    </Panel>
  );
}

export { Row as DetailRow };
