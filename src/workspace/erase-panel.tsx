import words from '#content/desk.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import type { PostTo } from './page-action.ts';
import styles from './erase-panel.module.css';
import { fill } from '#src/platform/fill.ts';

const { data: text } = words.lead;

/** Everything kept about a person or a client as a file, and the way to erase it, which asks for their address. */
export function ErasePanel({
  email,
  exportHref,
  exportHint,
  title,
  hints,
  refused,
  postTo,
}: {
  readonly email: string;
  /** Null for members who may not see everything in the file. */
  readonly exportHref: string | null;
  /** Says whose data the file holds. */
  readonly exportHint: string;
  /** The heading that opens the form, which names who is erased. */
  readonly title: string;
  /** Says what erasing deletes and what it keeps. */
  readonly hints: readonly string[];
  readonly refused: RefusedAction | null;
  readonly postTo: PostTo;
}) {
  const mine = refused?.action === 'erase' ? refused : null;
  const label = fill(text.eraseLabel, { email });
  return (
    <Panel id="data" title={text.title}>
      <div className={styles.body}>
        {exportHref !== null && (
          <>
            <p className="small dim">{exportHint}</p>
            <ButtonLink href={exportHref} label={text.export} variant="secondary" size="small" />
          </>
        )}
        <details className={styles.erase} open={mine !== null || undefined}>
          <summary>{title}</summary>
          <form className={styles.form} method="post" action={postTo('erase')} noValidate>
            {hints.map((hint) => (
              <p key={hint} className="small">
                {hint}
              </p>
            ))}
            <TextField
              id="erase-email"
              name="email"
              label={label}
              aria-label={label}
              defaultValue={mine?.entries['email'] ?? ''}
              error={mine?.error}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
            />
            <Button type="submit" label={text.erase} variant="danger" size="small" />
          </form>
        </details>
      </div>
    </Panel>
  );
}
