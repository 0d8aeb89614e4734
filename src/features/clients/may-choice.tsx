import { rights, type May } from '#src/features/accounts/people/person.table.ts';
import { Radio } from '#src/ui/choice.tsx';
import styles from './people.module.css';

/** Asks what an invited person may do: approve, or only listen, which is the default. */
export function MayChoice({
  legend,
  labels,
  hints,
  chosen = 'listen',
  error,
}: {
  readonly legend: string;
  readonly labels: Readonly<Record<May, string>>;
  readonly hints?: Readonly<Record<May, string>>;
  readonly chosen?: string | undefined;
  readonly error?: string | undefined;
}) {
  return (
    <fieldset
      className={styles.choice}
      aria-label={legend}
      aria-describedby={error ? 'may-error' : undefined}
    >
      <legend className="small">{legend}</legend>
      {rights.map((may) => (
        <Radio
          key={may}
          name="may"
          value={may}
          label={labels[may]}
          hint={hints?.[may]}
          isChosen={may === chosen}
        />
      ))}
      {error && (
        <p className="small" id="may-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
