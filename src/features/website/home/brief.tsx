import home from '#content/home.yaml';
import { BriefForm } from '#src/features/leads/forms/brief-form.tsx';
import { plates } from '#src/studio/plates.ts';
import { Figure } from '#src/ui/figure.tsx';
import { Wave, waveLinesOf } from '#src/ui/wave.tsx';
import styles from './brief.module.css';

/** The 60-second brief: its form is a minute on a ruler, one clip per answer. */
export function Brief() {
  const { brief } = home;
  return (
    <section id="brief" className="section" data-s="signal" aria-labelledby="brief-title">
      <div className="wrap">
        <div className={styles.head}>
          <h2 id="brief-title" className={styles.title}>
            <Wave lines={waveLinesOf(brief.lines.wide)} narrowLines={waveLinesOf(brief.lines.narrow)} />
          </h2>
          <div className={styles.side}>
            <Figure slug={plates.brief} />
            <p className="lead">{brief.text}</p>
          </div>
        </div>
        <div className={styles.form}>
          <BriefForm />
        </div>
      </div>
    </section>
  );
}
