import desk from '#content/desk.yaml';
import words from '#content/desk-contacts.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { SearchField } from '#src/workspace/search-field.tsx';
import { momentDayText } from '#src/workspace/time-text.ts';
import styles from '../client-screen.module.css';
import { DetailRow, DetailsPanel } from '../details/details-panel.tsx';
import find from '../merge-screen.module.css';
import type { ContactPage } from './find-contact-page.ts';

const { contact: text, list } = words;

function FindClient({ page: { contact, choices, search } }: { readonly page: ContactPage }) {
  const isCut = choices.total > choices.clients.length;
  if (!isCut && search.trim() === '') return null;
  return (
    <form className={find.find} method="get" role="search" aria-label={text.joinSearch} data-search>
      <SearchField
        id="find"
        label={text.joinSearch}
        search={search}
        clearHref={`/desk/contacts/${contact.id}`}
        found={choices.clients.length}
      />
      <Button type="submit" label={text.joinLook} variant="secondary" size="small" />
      <p id="clients-shown" className="small dim" data-live>
        {choices.clients.length === 0 && desk.search.found[0]}
        {isCut &&
          fill(text.joinMany, { shown: String(choices.clients.length), total: String(choices.total) })}
      </p>
    </form>
  );
}

function Join({ page, refused }: { readonly page: ContactPage; readonly refused: RefusedAction | null }) {
  const options = page.choices.clients.map(({ id, name, email }) => ({
    value: id,
    label: [name, email].filter(Boolean).join(', '),
  }));
  return (
    <Panel id="join" title={text.join}>
      <div className={styles.body}>
        <p className="small dim">{text.joinHint}</p>
        <FindClient page={page} />
        <form className={styles.erase} method="post" action="?do=join-client" noValidate>
          <div id="client-choice" data-live>
            <SelectField
              id="into"
              name="into"
              label={text.joinClient}
              defaultValue={page.client?.id}
              error={refused?.action === 'join-client' ? refused.errors['into'] : undefined}
              options={[{ value: '', label: text.joinChoose }, ...options]}
            />
          </div>
          <Button type="submit" label={text.joinButton} variant="secondary" size="small" />
        </form>
      </div>
    </Panel>
  );
}

function BecomeClient({ page: { contact, client } }: { readonly page: ContactPage }) {
  if (client) return null;
  return (
    <Panel id="become" title={text.client}>
      <form className={styles.body} method="post" action="?do=make-client">
        <p className="small dim">{contact.email === '' ? text.clientNoEmail : text.clientHint}</p>
        {contact.email !== '' && (
          <div>
            <Button type="submit" label={text.clientButton} variant="secondary" size="small" />
          </div>
        )}
      </form>
    </Panel>
  );
}

/** Renders a contact: details, its leads, and how it becomes a client or part of one. */
export function ContactScreen({
  page,
  refused,
  isSaved,
}: {
  readonly page: ContactPage;
  readonly refused: RefusedAction | null;
  /** True if something was just saved. */
  readonly isSaved: boolean;
}) {
  const { contact, client, leads } = page;
  const { id, name, company, role, email, createdAt } = contact;
  const editHref = `/desk/contacts/${id}/edit`;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={name}
        back={{ href: '/desk/contacts', label: list.title }}
        above={
          <>
            {role !== '' && <bdi>{role}</bdi>}
            {company !== '' && <bdi>{company}</bdi>}
            <span>{fill(text.since, { day: momentDayText(createdAt) })}</span>
          </>
        }
      >
        <form method="post" action="?do=delete">
          <Button type="submit" label={text.delete} variant="secondary" size="small" />
        </form>
      </DeskTitle>
      <RefusedMessage refused={refused} />
      {isSaved && !refused && (
        <Notice kind="success" role="status">
          {text.saved}
        </Notice>
      )}
      <div className={styles.columns}>
        <DetailsPanel details={contact} listPath="/desk/contacts" editHref={editHref}>
          {email !== '' && (
            <DetailRow label={text.email}>
              <a href={`mailto:${email}`}>
                <bdi>{email}</bdi>
              </a>
            </DetailRow>
          )}
          {client && (
            <DetailRow label={words.lists.clients}>
              <FormattedText
                template={text.knownClient}
                values={{
                  client: (
                    <a href={`/desk/clients/${client.id}`}>
                      <bdi>{client.name}</bdi>
                    </a>
                  ),
                }}
              />
            </DetailRow>
          )}
          {leads.length > 0 && (
            <DetailRow label={text.leads}>
              {leads.map((lead) => (
                <a key={lead.id} href={`/desk/leads/${lead.id}`}>
                  <bdi>{lead.name}</bdi>
                </a>
              ))}
            </DetailRow>
          )}
        </DetailsPanel>
        <BecomeClient page={page} />
        <Join page={page} refused={refused} />
      </div>
    </div>
  );
}
