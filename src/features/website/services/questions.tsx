import services from '#content/services.yaml';
import { Icon } from '#src/ui/icon.tsx';
import styles from './questions.module.css';

/** Questions people ask before they call, each opening under its own line. */
export function Questions({
  items,
}: {
  readonly items: readonly { readonly question: string; readonly answer: string }[];
}) {
  return (
    <section className="section" data-s="paper" aria-labelledby="questions-title">
      <div className={`wrap ${styles.columns}`}>
        <h2 id="questions-title" className="title">
          {services.headings.questions}
        </h2>
        <div>
          {items.map(({ question, answer }) => (
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
