import words from '#content/accounts.yaml';
import { PlateScreen } from '#src/features/site/plate-screen.tsx';
import { Powder } from '#src/ui/powder.tsx';
import styles from './sign-in-screen.module.css';

/** What every page of signing in stands on: the plate of A4, where the piano too leads to the portal. */
export function SignInScreen({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: React.ReactNode;
}) {
  return (
    <PlateScreen
      className={styles.screen}
      plate={
        <div className={styles.powder}>
          <Powder slug="a4" />
        </div>
      }
      kicker={<p className={`italic dim ${styles.kicker}`}>{words.signIn.kicker}</p>}
      title={title}
      text={text}
    >
      <div className={styles.forms}>{children}</div>
    </PlateScreen>
  );
}
