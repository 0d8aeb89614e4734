import words from '#content/accounts.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { SignInScreen } from './sign-in-screen.tsx';
import { TrustChoice } from './trust-choice.tsx';
import styles from './sign-in-screen.module.css';
import type { RefusedAction } from '../access/action.ts';
import { fill } from '#src/platform/fill.ts';

type Refused = { readonly refused: RefusedAction | null };

const { ask, code: enter, link, signedIn, goOn } = words.signIn;

/** The error that belongs to no single field. */
function Refusal({ refused }: Refused) {
  if (!refused || Object.keys(refused.errors).length > 0) return null;
  return (
    <Notice kind="error" role="alert">
      {refused.error}
    </Notice>
  );
}

function AskForm({ refused, email, next }: Refused & { readonly email: string; readonly next: string }) {
  return (
    <form className={styles.form} method="post" action="/sign-in?do=ask-code" noValidate>
      <input type="hidden" name="next" value={next} />
      <TextField
        id="email"
        name="email"
        type="email"
        label={ask.email}
        defaultValue={refused?.entries['email'] ?? email}
        error={refused?.errors['email']}
        autoComplete="email"
        required
      />
      <Button type="submit" label={ask.button} />
    </form>
  );
}

export type SignInPageProps = Refused & {
  readonly next: string;
  /** True if they were redirected here from another page. */
  readonly isRedirected: boolean;
  readonly person: Person | null;
  readonly home: string;
  /** Another way to sign in. */
  readonly children?: React.ReactNode;
};

/** The page that asks for the email address. */
export function SignInPage({ refused, next, isRedirected, person, home, children }: SignInPageProps) {
  return (
    <SignInScreen title={ask.title} text={ask.text}>
      {isRedirected && <p role="status">{words.signIn.closed}</p>}
      {person && (
        <p className={styles.row}>
          <span>{fill(signedIn, { person: person.name })}</span>
          <ArrowLink label={goOn} href={home} />
        </p>
      )}
      <Refusal refused={refused} />
      <AskForm refused={refused} email="" next={next} />
      {children}
    </SignInScreen>
  );
}

/** The page for the code from the email. */
export function CodePage({
  refused,
  asked,
  trustedDays,
}: Refused & {
  readonly asked: { readonly email: string; readonly next: string | null } | null;
  readonly trustedDays: number;
}) {
  const email = refused?.entries['email'] ?? asked?.email ?? '';
  const isKnown = asked !== null && asked.email === email;
  return (
    <SignInScreen title={enter.title} text={isKnown ? fill(enter.text, { email }) : enter.unknown}>
      <Refusal refused={refused} />
      <form className={styles.form} method="post" action="/sign-in/code?do=enter-code" noValidate>
        {isKnown ? (
          <input type="hidden" name="email" value={email} />
        ) : (
          <TextField
            id="email"
            name="email"
            type="email"
            label={ask.email}
            defaultValue={email}
            error={refused?.errors['email']}
            autoComplete="email"
            required
          />
        )}
        <div className={styles.code}>
          <TextField
            id="code"
            name="code"
            label={enter.code}
            hint={enter.hint}
            defaultValue={refused?.entries['code']}
            error={refused?.errors['code']}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        </div>
        <TrustChoice days={trustedDays} isChosen={refused?.entries['trust'] === 'yes'} />
        <Button type="submit" label={enter.button} />
      </form>
      <div className={styles.row}>
        {isKnown && (
          <form role="none" method="post" action="/sign-in?do=ask-code">
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="next" value={asked.next ?? ''} />
            <Button type="submit" label={enter.again} variant="secondary" size="small" />
          </form>
        )}
        <ArrowLink label={enter.other} icon="arrow-left" href="/sign-in" />
      </div>
    </SignInScreen>
  );
}

/** The page of an emailed link. Opening it consumes nothing; its button does. */
export function LinkPage({
  refused,
  token,
  isKnown,
  trustedDays,
}: Refused & {
  readonly trustedDays: number;
  readonly token: string;
  /** True if the address of an old link is still known, so that a new one can be sent without typing. */
  readonly isKnown: boolean;
}) {
  const search = `token=${encodeURIComponent(token)}`;
  if (!refused) {
    return (
      <SignInScreen title={link.title} text={link.text}>
        <form className={styles.form} role="none" method="post" action={`/sign-in/link?do=sign-in&${search}`}>
          <TrustChoice days={trustedDays} />
          <Button type="submit" label={link.button} />
        </form>
      </SignInScreen>
    );
  }
  return (
    <SignInScreen title={link.oldTitle} text={link.oldText}>
      {isKnown ? (
        <form role="none" method="post" action={`/sign-in/link?do=ask-again&${search}`}>
          <Button type="submit" label={link.again} />
        </form>
      ) : (
        <AskForm refused={null} email="" next="" />
      )}
    </SignInScreen>
  );
}
