import words from '#content/call-hours.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { MeetingKind } from './change-hours.ts';
import styles from './hours.module.css';

const { kinds: text } = words;

type StoredKind = MeetingKind & { readonly id: string };
type Refused = { readonly refused: RefusedAction | null };

function KindForm({ kind, refused }: { readonly kind: StoredKind | null } & Refused) {
  const { entries = {}, errors = {} } = refused ?? {};
  const suffix = kind ? `-${kind.id}` : '';
  const stored = {
    kindName: kind?.name,
    kindLengthMin: kind && String(kind.lengthMin),
    kindPlace: kind?.place,
  };
  const of = (name: keyof typeof stored, label: string) => ({
    id: `${name}${suffix}`,
    name,
    label,
    defaultValue: entries[name] ?? stored[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <form
      className={styles.form}
      method="post"
      action={kind ? '?do=change-kind' : '?do=add-kind'}
      aria-label={kind ? fill(text.form, { kind: kind.name }) : text.new}
      noValidate
    >
      {kind && <input type="hidden" name="id" value={kind.id} />}
      <div className={styles.pair}>
        <TextField {...of('kindName', text.name)} dir="auto" />
        <TextField {...of('kindLengthMin', text.lengthMin)} inputMode="numeric" />
      </div>
      <TextField
        {...of('kindPlace', text.place)}
        dir="auto"
        hint={text.placeHint}
        optionalMark={words.optional}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="secondary"
          label={kind ? text.save : text.add}
          aria-label={kind ? fill(text.of, { action: text.save, kind: kind.name }) : undefined}
        />
      </div>
    </form>
  );
}

/** Kinds of meetings other than the discovery call, with forms to change and add them. */
export function KindsPanel({ kinds, refused }: { readonly kinds: readonly StoredKind[] } & Refused) {
  const ofKind = refused?.action === 'change-kind' ? refused : null;
  const ofNew = refused?.action === 'add-kind' ? refused : null;
  return (
    <Panel id="kinds" title={text.title}>
      <p className={`small dim ${styles.part}`}>{text.hint}</p>
      {kinds.length === 0 && <p className={`small dim ${styles.part}`}>{text.empty}</p>}
      {kinds.map((kind) => {
        const theirs = ofKind?.entries['id'] === kind.id ? ofKind : null;
        return (
          <details className={styles.fold} key={kind.id} open={theirs !== null}>
            <summary dir="auto">{kind.name}</summary>
            <KindForm kind={kind} refused={theirs} />
            <PostButton
              action="?do=remove-kind"
              fields={{ id: kind.id }}
              label={text.remove}
              variant="danger"
              name={fill(text.of, { action: text.remove, kind: kind.name })}
            />
          </details>
        );
      })}
      <details className={styles.fold} open={ofNew !== null}>
        <summary>{text.new}</summary>
        <KindForm kind={null} refused={ofNew} />
      </details>
    </Panel>
  );
}
