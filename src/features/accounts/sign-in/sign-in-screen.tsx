import words from '#content/accounts.yaml';
import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { PlateScreen } from '#src/studio/plate-screen.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Powder } from '#src/ui/powder.tsx';
import { Wave } from '#src/ui/wave.tsx';
import styles from './sign-in-screen.module.css';
import { fill } from '#src/platform/fill.ts';
import { SkipLink } from '#src/studio/skip-link.tsx';

/** The header of the sign-in pages: only the link to the home page. */
export function SignInHeader() {
  return (
    <header className={styles.header} data-s="plate">
      <SkipLink />
      <div className="wrap">
        <a className={styles.logo} href="/">
          <Wave
            lines={[{ text: site.name, antinodes: 1 }]}
            label={fill(system.header.homeLink, { name: site.name })}
          />
        </a>
      </div>
    </header>
  );
}

function Screen({
  powder,
  kicker,
  title,
  text,
  children,
}: {
  /** The figure on the plate. */
  readonly powder: 'a4' | 'unsettled';
  readonly kicker: string;
  readonly title: string;
  readonly text: string;
  readonly children: React.ReactNode;
}) {
  return (
    <PlateScreen
      className={styles.screen}
      plate={
        <div className={styles.powder}>
          <Powder slug={powder} />
        </div>
      }
      kicker={<p className={`italic dim ${styles.kicker}`}>{kicker}</p>}
      title={title}
      text={text}
    >
      {children}
    </PlateScreen>
  );
}

/**
 * The frame of every sign-in page and of the page where a guest enters a password, with the figure of A4.
 */
export function SignInScreen({
  kicker = words.signIn.kicker,
  title,
  text,
  children,
}: {
  readonly kicker?: string;
  readonly title: string;
  readonly text: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Screen powder="a4" kicker={kicker} title={title} text={text}>
      <div className={styles.forms}>{children}</div>
    </Screen>
  );
}

/** The page for a client's person who may not open it: it is for the team, or for approvers. */
export function NotForYou({
  words: { kicker, title, text, button },
}: {
  readonly words: (typeof words)['teamOnly' | 'approversOnly'];
}) {
  return (
    <Screen powder="unsettled" kicker={kicker} title={title} text={text}>
      <ButtonLink label={button} href="/portal" />
    </Screen>
  );
}
