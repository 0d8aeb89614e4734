import words from '#content/invoice-settings.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import {
  doneMessages,
  refusal,
  teamAction,
  type RefusedAction,
} from '#src/features/accounts/access/action.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { AddressFields } from '#src/features/invoices/settings/address-fields.tsx';
import { addressOf, addressProblems } from '#src/features/invoices/settings/settings-actions.ts';
import { fieldsOf } from '#src/features/invoices/settings/settings-screen.tsx';
import styles from '#src/features/invoices/settings/settings-screen.module.css';
import { isMailAddress } from '#src/platform/mail/mail-address.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { validate } from 'uuid';
import { saveBilling, type ClientBilling } from './client-billing.ts';

const { billing: text, errors } = words;

const { saying, doneMessageOf } = doneMessages({ saved: words.said.saved });

/** Returns the success message named in the address. */
export { doneMessageOf as billingMessageOf };

const saveAction = teamAction(async ({ services, person, entries, params: { id = '' } }) => {
  const email = entries['email']?.trim() ?? '';
  const wrong = present([
    ...addressProblems(entries, false),
    email === '' || isMailAddress(email) ? null : problem('email', errors.email),
    checkText(entries, 'reference', { max: 100, isLine: true, missing: null }),
  ]);
  if (wrong.length > 0) return wrongFields(wrong);
  const billing = { ...addressOf(entries), email, reference: entries['reference']?.trim() ?? '' };
  const isSaved =
    validate(id) &&
    (await services.db.transaction(async (tx) => {
      if (!(await lockClient(tx, id))) return false;
      await saveBilling(tx, { actor: person, now: services.clock.now() }, id, billing);
      return true;
    }));
  return isSaved ? saying(`/desk/clients/${id}/billing`, 'saved') : refusal(404, errors.gone);
});

/** The action of a client's billing details. */
export const billingActions = { 'save-billing': saveAction };

/** Renders what a client wants on invoices. */
export function BillingScreen({
  client,
  billing,
  said,
  refused,
}: {
  readonly client: { readonly id: string; readonly name: string };
  readonly billing: ClientBilling;
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  const of = fieldsOf('billing', refused, billing);
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={text.title} back={{ href: `/desk/clients/${client.id}`, label: client.name }} />
      <div className={styles.said}>
        <DoneMessage said={said} refused={refused} />
        <RefusedMessage refused={refused} />
      </div>
      <form
        className={`${styles.form} ${styles.alone}`}
        method="post"
        action="?do=save-billing"
        aria-label={text.title}
        noValidate
      >
        <p className={`small dim ${styles.wide}`}>{text.hint}</p>
        <AddressFields of={of} isNeeded={false} />
        <TextField
          {...of('email')}
          label={text.email}
          hint={text.emailHint}
          optionalMark={words.optional}
          inputMode="email"
          spellCheck={false}
        />
        <TextField
          {...of('reference')}
          label={text.reference}
          hint={text.referenceHint}
          optionalMark={words.optional}
          dir="auto"
        />
        <div className={styles.wide}>
          <Button type="submit" label={text.save} />
        </div>
      </form>
    </div>
  );
}
