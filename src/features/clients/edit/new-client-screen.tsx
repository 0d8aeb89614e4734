import words from '#content/desk-clients.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { Button } from '#src/ui/button.tsx';
import { Tick } from '#src/ui/choice.tsx';
import { TextField } from '#src/ui/field.tsx';
import { MayChoice } from './may-choice.tsx';
import styles from './client-form.module.css';

const { new: text, fields, list } = words;

/** The page that creates a client with their first person. */
export function NewClientScreen({ refused }: { readonly refused: RefusedAction | null }) {
  const { entries = {}, errors = {} } = refused ?? {};
  const of = (name: string) => ({ id: name, name, defaultValue: entries[name] ?? '', error: errors[name] });
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={text.title} back={{ href: '/desk/clients', label: list.title }} />
      <RefusedNotice refused={refused} className={styles.said} />
      <form
        className={styles.form}
        method="post"
        action="/desk/clients/new?do=create"
        aria-label={text.title}
        noValidate
      >
        <TextField {...of('client')} label={fields.client} dir="auto" autoComplete="off" />
        <h2 className="title-3">{text.person}</h2>
        <TextField {...of('name')} label={fields.person} dir="auto" autoComplete="off" />
        <TextField
          {...of('email')}
          type="email"
          label={fields.email}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
        <MayChoice legend={fields.may} chosen={entries['may']} usual="approve" error={errors['may']} />
        <Tick
          name="invite"
          label={text.invite}
          hint={text.inviteHint}
          isChosen={refused ? entries['invite'] === 'yes' : false}
        />
        <div>
          <Button type="submit" label={text.submit} />
        </div>
      </form>
    </div>
  );
}
