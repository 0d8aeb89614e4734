import words from '#content/accounts.yaml';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from '#src/features/accounts/sign-in/sign-in-screen.module.css';

/** A form that is completed with a passkey (passkey.client.ts). */
export function PasskeyForm({
  kind,
  label,
  next,
  error,
  isSecondary = false,
  goesOn = false,
  children,
}: {
  readonly kind: 'add' | 'confirm' | 'use-passkey';
  readonly label: string;
  readonly next: string;
  /** Why the last attempt was refused. */
  readonly error?: string | undefined;
  /** True if another form comes before it on the page. */
  readonly isSecondary?: boolean;
  /** True if the page's own form (`data-goes-on`) is submitted after the passkey, instead of going to `next`. */
  readonly goesOn?: boolean;
  readonly children?: React.ReactNode;
}) {
  const { errors, passkey } = words.signIn;
  return (
    <form
      // Only one form of a page is a landmark.
      role={isSecondary ? 'none' : undefined}
      className={styles.form}
      method="post"
      action={`${kind === 'use-passkey' ? '/sign-in' : '/sign-in/passkey'}?do=${kind}`}
      data-passkey={kind}
      data-passkey-goes-on={goesOn ? '' : undefined}
      data-broken={errors.passkeyBroken}
      data-unsupported={errors.passkeyUnsupported}
    >
      <input type="hidden" name="next" value={next} />
      {children}
      <Notice kind="error" role="alert" data-passkey-error="" hidden={!error}>
        {error}
      </Notice>
      <noscript>
        <p>{passkey.noScript}</p>
      </noscript>
      {/* Without its script the button could only post an empty response. */}
      <Button
        type="submit"
        label={label}
        variant={isSecondary ? 'secondary' : 'primary'}
        disabled
        data-passkey-button=""
      />
    </form>
  );
}
