import services from '#content/services.yaml';
import { FactList } from './fact-list.tsx';
import styles from './service-details.module.css';

const { headings } = services;

/** The results of a service, and how a project runs, step by step. */
export function ServiceDetails({
  results,
  steps,
}: {
  readonly results: readonly string[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
}) {
  return (
    <section className={`section ${styles.details}`} data-s="plate">
      <div className={`wrap ${styles.columns}`}>
        <FactList title={headings.results} items={results} />
        <FactList
          title={headings.steps}
          isOrdered
          items={steps.map(({ title, text }) => (
            <>
              <strong>{title}.</strong> <span className="dim">{text}</span>
            </>
          ))}
        />
      </div>
    </section>
  );
}
