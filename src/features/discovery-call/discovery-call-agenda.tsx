import forms from '#content/forms.yaml';
import { Figure } from '#src/ui/figure.tsx';
import { plates } from '#src/features/site/plates.ts';
import styles from './discovery-call-agenda.module.css';

const words = forms['discovery-call'];

/** What the call is and what happens in its thirty minutes, each point as tall as the time it takes. */
export function DiscoveryCallAgenda({ heading }: { readonly heading: React.ReactNode }) {
  return (
    <>
      <Figure slug={plates['discovery-call']} className={styles.figure} />
      {heading}
      <p className={`lead ${styles.text}`}>{words.text}</p>
      <ol className={styles.agenda} aria-label={words.agendaName}>
        {words.agenda.map(({ minute, text }) => (
          <li key={minute}>
            <span className="italic dim num">{words.minutes.replace('{minutes}', String(minute))}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
