import forms from '#content/forms.yaml';
import { plates } from '#src/features/site/plates.ts';
import { Figure } from '#src/ui/figure.tsx';
import styles from './lead-capture-intro.module.css';

/** What the session planner is. */
export function LeadCaptureIntro({ heading }: { readonly heading: React.ReactNode }) {
  return (
    <>
      <Figure slug={plates['session-planner']} className={styles.figure} />
      {heading}
      <p className={`lead ${styles.text}`}>{forms['lead-capture'].text}</p>
    </>
  );
}
