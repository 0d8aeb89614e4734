import words from '#content/accounts.yaml';
import { PostButton } from '#src/ui/post-button.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import type { PasskeyStep } from './passkeys.ts';
import { SignInPage, type SignInPageProps } from '#src/features/accounts/sign-in/sign-in-pages.tsx';
import { TrustChoice } from '#src/features/accounts/sign-in/trust-choice.tsx';
import { SignInScreen } from '#src/features/accounts/sign-in/sign-in-screen.tsx';
import styles from '#src/features/accounts/sign-in/sign-in-screen.module.css';
import type { RefusedAction } from '../access/action.ts';

/** The sign-in page: by email, or with a passkey. */
export function SignInPageWithPasskey({
  trustedDays,
  ...props
}: SignInPageProps & {
  /** For how many days the device can be trusted. */
  readonly trustedDays: number;
}) {
  const { refused, next } = props;
  const { ask } = words.signIn;
  const isRefused = refused?.action === 'use-passkey';
  return (
    <SignInPage {...props} refused={isRefused ? null : refused}>
      <PasskeyForm
        kind="use-passkey"
        label={ask.passkey}
        next={next}
        error={isRefused ? refused.error : undefined}
        isSecondary
      >
        <p className="small dim">{ask.passkeyText}</p>
        <TrustChoice days={trustedDays} isChosen={isRefused && refused.entries['trust'] === 'yes'} />
      </PasskeyForm>
    </SignInPage>
  );
}

/** The page of the second factor. */
export function PasskeyPage({
  step,
  next,
  deviceName,
  refused,
}: {
  readonly step: PasskeyStep;
  readonly next: string;
  /** The name suggested for a passkey that is added here. */
  readonly deviceName: string;
  readonly refused: RefusedAction | null;
}) {
  const { passkey } = words.signIn;
  const isConfirm = step === 'confirm';
  const text = { confirm: passkey.confirmText, due: passkey.requiredText, offer: passkey.offerText }[step];
  return (
    <SignInScreen title={isConfirm ? passkey.confirmTitle : passkey.offerTitle} text={text}>
      <PasskeyForm
        kind={isConfirm ? 'confirm' : 'add'}
        label={isConfirm ? passkey.confirm : passkey.add}
        next={next}
        error={refused?.error}
      >
        {!isConfirm && <input type="hidden" name="name" value={deviceName} />}
      </PasskeyForm>
      {isConfirm && <p className="small dim">{passkey.lost}</p>}
      <div className={styles.row}>
        {step === 'offer' ? (
          <PostButton
            action="/sign-in/passkey?do=not-now"
            fields={{ next }}
            label={passkey.notNow}
            size="normal"
          />
        ) : (
          <PostButton action="/account?do=sign-out" label={passkey.signOut} />
        )}
      </div>
    </SignInScreen>
  );
}
