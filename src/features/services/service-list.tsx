import styles from './service-list.module.css';

interface Service {
  readonly title: string;
  readonly text: string;
}

/** What a stage or a lab does, one line each: the name, then what it is. */
export function ServiceList({ services }: { readonly services: readonly Service[] }) {
  return (
    <ul className={styles.list}>
      {services.map(({ title, text }) => (
        <li key={title}>
          <span className={styles.name}>{title}</span>
          <span className="dim">{text}</span>
        </li>
      ))}
    </ul>
  );
}
