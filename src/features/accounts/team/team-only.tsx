import words from '#content/accounts.yaml';
import { PlateScreen } from '#src/features/site/plate-screen.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Powder } from '#src/ui/powder.tsx';
import styles from '#src/features/accounts/sign-in/sign-in-screen.module.css';

/** What a client sees who asks for a page of the team. */
export function TeamOnly() {
  const { kicker, title, text, button } = words.teamOnly;
  return (
    <PlateScreen
      className={styles.screen}
      plate={
        <div className={styles.powder}>
          <Powder slug="unsettled" />
        </div>
      }
      kicker={<p className={`italic dim ${styles.kicker}`}>{kicker}</p>}
      title={title}
      text={text}
    >
      <ButtonLink label={button} href="/portal" />
    </PlateScreen>
  );
}
