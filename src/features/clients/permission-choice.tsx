import portal from '#content/portal.yaml';
import { permissions, type Permission } from '#src/features/accounts/people/person.table.ts';
import { Radio } from '#src/ui/choice.tsx';
import styles from './permission-choice.module.css';

const { may: labels, invite } = portal.people;

/** Renders the choice of a person's permission with explanations: approve, or listen only. */
export function MayChoice({
  legend,
  chosen,
  usual = 'listen',
  error,
}: {
  readonly legend: string;
  /** The posted value, if any. */
  readonly chosen: string | undefined;
  readonly usual?: Permission;
  readonly error?: string | undefined;
}) {
  return (
    <fieldset
      className={styles.choice}
      aria-label={legend}
      aria-describedby={error ? 'may-error' : undefined}
    >
      <legend className="small">{legend}</legend>
      {permissions.map((may) => (
        <Radio
          key={may}
          name="may"
          value={may}
          label={labels[may]}
          hint={invite.hints[may]}
          isChosen={may === (chosen ?? usual)}
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
