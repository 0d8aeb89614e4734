import system from '#content/system.yaml';
import { destinationOf } from '#src/studio/destinations.ts';
import { PlateScreen } from '#src/studio/plate-screen.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Powder } from '#src/ui/powder.tsx';
import styles from './access-restricted.module.css';

function Words({ text }: { readonly text: string }) {
  return text.split(' ').map((word, index) => (
    <span key={word} className={styles.word}>
      {index > 0 && ' '}
      {word}
    </span>
  ));
}

/** Renders the portal page for everyone who is not a client. */
export function AccessRestricted({ next }: { /** Redirect after signing in. */ readonly next: string }) {
  const { kicker, title, text, button, call, signIn } = system.restricted;
  return (
    <PlateScreen
      className={styles.screen}
      plate={
        <div className={styles.powder}>
          <Powder slug="unsettled" />
        </div>
      }
      kicker={
        <p className={`italic dim ${styles.kicker}`}>
          <Icon name="lock" />
          {kicker}
        </p>
      }
      title={<Words text={title} />}
      text={text}
    >
      <div className={styles.actions}>
        <ButtonLink label={button} href={destinationOf('contact').href} />
        <ArrowLink label={call} href={destinationOf('discovery-call').href} data-opens="discovery-call" />
        <ArrowLink label={signIn} href={`/sign-in?${new URLSearchParams({ next }).toString()}`} />
      </div>
    </PlateScreen>
  );
}
