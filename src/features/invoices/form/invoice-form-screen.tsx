import words from '#content/invoice-form.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { whenText } from '#src/studio/when-text.ts';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import type { DraftRow } from './drafts.ts';
import type { FormData } from './find-form.ts';
import { InvoiceForm } from './invoice-form.tsx';
import styles from './invoice-form.module.css';

/** Renders the page of a new invoice or a draft. */
export function InvoiceFormScreen({
  data,
  said,
  refused,
}: {
  readonly data: FormData;
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  const { draft, projects } = data;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={draft ? words.draftTitle : words.title}
        back={{ href: '/desk/invoices', label: words.crumb }}
      />
      <div className={styles.said}>
        <DoneMessage said={said} refused={refused} />
        <RefusedMessage refused={refused} />
      </div>
      <div className={styles.sheet}>
        <InvoiceForm data={data} refused={refused} projects={projects} />
        {draft && (
          <div className={styles.delete}>
            <PostButton action="?do=delete-draft" fields={{}} label={words.drafts.delete} variant="danger" />
          </div>
        )}
      </div>
    </div>
  );
}

/** Renders the drafts of invoices; null if there are none. */
export function DraftsPanel({ drafts }: { readonly drafts: readonly DraftRow[] }) {
  const { drafts: text } = words;
  if (drafts.length === 0) return null;
  return (
    <Panel id="invoice-drafts" title={text.title} className={styles.said}>
      <ul className={styles.drafts}>
        {drafts.map(({ draft, project, client }) => (
          <li key={draft.id}>
            <a href={`/desk/invoices/drafts/${draft.id}`} dir="auto">
              {draft.entries['description-1'] || text.untitled}
            </a>
            <span className="small dim" dir="auto">
              {[client, project].filter((name) => name !== null).join(', ')}
            </span>
            <span className="small dim">
              {fill(text.saved, { name: draft.updatedByName, when: whenText(draft.updatedAt) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
