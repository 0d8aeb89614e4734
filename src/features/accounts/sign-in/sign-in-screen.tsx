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

/** The header of signing in: nothing but the way home, so that each page has one thing to do. */
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
 * The frame of every sign-in page and of the page where a guest gives a password. It shows the plate of A4, the key that leads to
 * the portal.
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

/** Tells a client's person that the page is for the team, or for colleagues who may approve. */
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
