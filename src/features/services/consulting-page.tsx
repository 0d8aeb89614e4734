import faq from '#content/faq.yaml';
import services from '#content/services.yaml';
import { plates } from '#src/features/site/plates.ts';
import { Icon } from '#src/ui/icon.tsx';
import styles from './consulting-page.module.css';
import { TaglinePage } from './tagline-page.tsx';

/** Questions people ask before the first call, each opening under its own line. */
function Faq() {
  return (
    <section className="section" data-s="paper" aria-labelledby="faq-title">
      <div className={`wrap ${styles.columns}`}>
        <h2 id="faq-title" className="title">
          {faq.title}
        </h2>
        <div>
          {faq.items.map(({ question, answer }) => (
            <details key={question} className={styles.item}>
              <summary>
                <span className={styles.question}>{question}</span>
                <Icon name="plus" />
              </summary>
              <p className={`score measure ${styles.answer}`}>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The Consulting Lab, with the questions people ask before they call. */
export function ConsultingPage() {
  return (
    <TaglinePage note={plates.consulting} page={services.pages.consulting}>
      <Faq />
    </TaglinePage>
  );
}
