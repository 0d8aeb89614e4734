import words from '#content/listening.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { SignInScreen } from '#src/features/accounts/sign-in/sign-in-screen.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import styles from './guest-page.module.css';

const { guest: texts } = words;

/** Asks a guest for the password of a link. Nothing here says what the link opens. */
export function LockedScreen({
  refused,
  fileId,
}: {
  readonly refused: RefusedAction | null;
  /** The recording that was asked for, to go on with. */
  readonly fileId: string | null;
}) {
  const { title, text, password, button } = texts.locked;
  return (
    <SignInScreen kicker={texts.kicker} title={title} text={text}>
      <RefusedNotice refused={refused} />
      <form className={styles.form} method="post" action="?do=unlock" aria-label={title} noValidate>
        <input type="hidden" name="fileId" value={fileId ?? ''} />
        <TextField
          id="password"
          name="password"
          type="password"
          label={password}
          error={refused?.errors['password']}
          autoComplete="off"
          required
        />
        <Button type="submit" label={button} />
      </form>
    </SignInScreen>
  );
}

/** The page for a link that has ended, and equally for one that never existed. */
export const EndedScreen = () => (
  <SignInScreen kicker={texts.kicker} title={texts.ended.title} text={texts.ended.text}>
    {null}
  </SignInScreen>
);
