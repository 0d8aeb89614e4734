import words from '#content/desk-clients.yaml';
import desk from '#content/desk.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { SearchField } from '#src/workspace/search-field.tsx';
import form from './client-form.module.css';
import { movingKinds, textOfCounts, type ShownMerge } from './merge-clients.ts';
import styles from './merge-screen.module.css';

const { merge: text } = words;

type Choosing = Extract<ShownMerge, { readonly into: null }>;
type Chosen = Exclude<ShownMerge, Choosing>;

function FindClient({ shown: { from, choices, total, search } }: { readonly shown: Choosing }) {
  const isCut = total > choices.length + 1;
  if (!isCut && search.trim() === '') return null;
  return (
    <form className={styles.find} method="get" role="search" aria-label={text.search} data-search>
      <SearchField
        id="find"
        label={text.search}
        search={search}
        clearHref={`/desk/clients/${from.id}/merge`}
        found={choices.length}
      />
      <Button type="submit" label={text.look} variant="secondary" size="small" />
      <p id="clients-shown" className="small dim" data-live>
        {choices.length === 0 && desk.search.found[0]}
        {isCut && fill(text.many, { shown: String(choices.length), total: String(total) })}
      </p>
    </form>
  );
}

function Choose({ shown, error }: { readonly shown: Choosing; readonly error: string | undefined }) {
  const { choices, search } = shown;
  if (choices.length === 0 && search.trim() === '') return <Empty>{text.noOthers}</Empty>;
  return (
    <>
      <FindClient shown={shown} />
      <form className={form.form} method="get">
        <div id="client-choice" data-live>
          <SelectField
            id="into"
            name="into"
            label={text.into}
            error={error}
            options={[
              { value: '', label: text.choose },
              ...choices.map(({ id, name, email }) => ({
                value: id,
                label: [name, email].filter(Boolean).join(', '),
              })),
            ]}
          />
        </div>
        <div>
          <Button type="submit" label={text.next} />
        </div>
      </form>
    </>
  );
}

function Confirm({ shown: { from, into, counts } }: { readonly shown: Chosen }) {
  return (
    <Panel id="what" title={fill(text.what, { from: from.name, into: into.name })} isUrgent>
      <div className={styles.body}>
        <dl className={styles.counts}>
          {movingKinds.map((kind) => (
            <div key={kind}>
              <dt className="italic">{text.counts[kind]}</dt>
              <dd className="num">{counts[kind]}</dd>
            </div>
          ))}
        </dl>
        <p className="small">{text.shared}</p>
        <p className="small">{text.forever}</p>
        <form className={styles.acts} method="post" action="?do=merge">
          <input type="hidden" name="into" value={into.id} />
          <input type="hidden" name="seen" value={textOfCounts(counts)} />
          <Button type="submit" label={text.submit} variant="danger" />
          <a href={`/desk/clients/${from.id}/merge`}>{text.other}</a>
        </form>
      </div>
    </Panel>
  );
}

/** Renders the merge page: the selection of the other client, then the number of rows that would move. */
export function MergeScreen({
  shown,
  refused,
  isUnchosen,
}: {
  readonly shown: ShownMerge;
  readonly refused: RefusedAction | null;
  /** True if "Next" was pressed without a selected client. */
  readonly isUnchosen: boolean;
}) {
  const { from } = shown;
  return (
    <div className={`wrap ${form.screen}`}>
      <DeskTitle
        title={fill(text.title, { client: from.name })}
        back={{ href: `/desk/clients/${from.id}`, label: from.name }}
      />
      <p className={form.intro}>{text.intro}</p>
      <RefusedMessage refused={refused} className={form.said} />
      {shown.into === null ? (
        <Choose
          shown={shown}
          error={refused?.errors['into'] ?? (isUnchosen ? text.errors.missing : undefined)}
        />
      ) : (
        <Confirm shown={shown} />
      )}
    </div>
  );
}
