import words from '#content/desk-contacts.yaml';
import { fill } from '#src/platform/fill.ts';
import { numberText } from '#src/studio/locale.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Empty } from '#src/ui/panel.tsx';
import table from '#src/workspace/desk-table.module.css';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import styles from '../client-list-screen.module.css';
import { PhoneLink, Tags } from '../details/details-panel.tsx';
import { ListCount, ListLinks, ListPages, ListSearch, TagFilter } from '../details/list-parts.tsx';
import type { TagCount } from '../details/tags.ts';
import type { ClientFilter } from '../list-clients.ts';
import type { ContactRow } from './list-contacts.ts';

const { list: text } = words;

function Row({ contact }: { readonly contact: ContactRow }) {
  const { id, name, company, role, email, phone, tags } = contact;
  return (
    <tr>
      <th scope="row" className={table.main}>
        <a href={`/desk/contacts/${id}`} className={table.name} dir="auto">
          {name}
        </a>
        {company !== '' && (
          <p className="italic dim" dir="auto">
            {company}
          </p>
        )}
      </th>
      <td dir="auto">{role}</td>
      <td className={styles.reach}>
        {email !== '' && (
          <a href={`mailto:${email}`}>
            <bdi>{email}</bdi>
          </a>
        )}
        {phone !== '' && <PhoneLink phone={phone} />}
      </td>
      <td>
        <Tags tags={tags} listPath="/desk/contacts" />
      </td>
    </tr>
  );
}

/** Renders the desk's list of contacts, searchable and filtered by tag. */
export function ContactListScreen({
  rows,
  total,
  filter,
  tags,
  isDeleted,
}: {
  readonly rows: readonly ContactRow[];
  readonly total: number;
  readonly filter: ClientFilter;
  readonly tags: readonly TagCount[];
  /** True if a contact was just deleted. */
  readonly isDeleted: boolean;
}) {
  const isFiltered = filter.search.trim() !== '' || filter.tag !== null;
  const counted = total === 1 ? text.one : fill(text.count, { count: numberText(total) });
  return (
    <div className="wrap">
      <DeskTitle title={text.title}>
        <ButtonLink href="/desk/contacts/new" label={text.new} size="small" />
      </DeskTitle>
      <ListLinks current="contacts" />
      {isDeleted && (
        <div className={styles.said}>
          <Notice kind="success" role="status">
            {text.deleted}
          </Notice>
        </div>
      )}
      {(total > 0 || isFiltered) && <ListSearch of="contacts" words={text} filter={filter} found={total} />}
      <TagFilter of="contacts" tags={tags} filter={filter} />
      <div id="contact-list" data-live>
        {rows.length === 0 ? (
          <div className={styles.empty}>
            <Empty>{isFiltered || total > 0 ? text.none : text.empty}</Empty>
          </div>
        ) : (
          <>
            <ListCount of="contacts" counted={counted} filter={filter} />
            <div className={styles.list}>
              <table className={`${table.table} ${styles.table}`}>
                <thead>
                  <tr>
                    {[text.name, text.role, text.reach, text.tags].map((heading) => (
                      <th key={heading} scope="col">
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((contact) => (
                    <Row key={contact.id} contact={contact} />
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        <ListPages of="contacts" words={text} filter={filter} total={total} />
      </div>
    </div>
  );
}
