import words from '#content/accounts.yaml';
import { PasskeyForm } from '#src/features/accounts/passkeys/passkey-form.tsx';
import { SignInScreen } from '#src/features/accounts/sign-in/sign-in-screen.tsx';
import styles from '#src/features/accounts/sign-in/sign-in-screen.module.css';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { HiddenFields } from '#src/ui/post-button.tsx';
import { codeField, type Confirmation } from './confirmation.ts';

const { confirm } = words;

const addressOf = (action: string, { to, isPost }: Confirmation) =>
  `/confirm?${new URLSearchParams({ do: action, next: to, ...(isPost ? { as: 'post' } : {}) }).toString()}`;

/** The interrupted form, with the field for the code; a passkey submits it without one. */
function CodeForm({ confirmation, email }: { readonly confirmation: Confirmation; readonly email: string }) {
  const { step, error, entries, status } = confirmation;
  const isEntering = step === 'enter';
  return (
    <form
      className={styles.form}
      method="post"
      encType="multipart/form-data"
      action={addressOf(isEntering ? 'enter-code' : 'mail-code', confirmation)}
      data-goes-on={addressOf('enter-code', confirmation)}
      noValidate
    >
      {/* Only hidden inputs keep a line break at the start of a value. */}
      <HiddenFields fields={entries} />
      {isEntering && (
        <>
          {status !== 429 && <p>{fill(confirm.mailed, { email })}</p>}
          <div className={styles.code}>
            <TextField
              id="code"
              name={codeField}
              label={words.signIn.code.code}
              hint={words.signIn.code.hint}
              error={error ?? undefined}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          </div>
          <Button type="submit" label={confirm.button} />
        </>
      )}
      <Button
        type="submit"
        label={isEntering ? confirm.again : fill(confirm.mail, { email })}
        formAction={addressOf('mail-code', confirmation)}
        {...(isEntering ? { variant: 'secondary', size: 'small' } : {})}
      />
    </form>
  );
}

/** Asks a signed-in person to confirm their identity before an action that cannot be undone; the typed values are kept. */
export function ConfirmPage({
  confirmation,
  email,
  hasPasskey,
}: {
  readonly confirmation: Confirmation;
  readonly email: string;
  readonly hasPasskey: boolean;
}) {
  const { title, text, done, goOn, kept, passkey } = confirm;
  if (confirmation.step === 'done') {
    return (
      <SignInScreen title={title} text={done}>
        <ButtonLink href={confirmation.to} label={goOn} />
      </SignInScreen>
    );
  }
  return (
    <SignInScreen title={title} text={confirmation.isPost ? `${text} ${kept}` : text}>
      {hasPasskey && <PasskeyForm kind="confirm" label={passkey} next={confirmation.to} goesOn />}
      <CodeForm confirmation={confirmation} email={email} />
    </SignInScreen>
  );
}
