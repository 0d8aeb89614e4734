import styles from './choice.module.css';

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | null | undefined;
  readonly isChosen: boolean;
  /** The id of its error message, if there is one. */
  readonly errorId?: string | undefined;
  readonly className?: string | undefined;
}

function Choice({
  id,
  type,
  value,
  name,
  label,
  hint,
  isChosen,
  errorId,
  className,
}: ChoiceProps & { readonly id: string; readonly type: 'radio' | 'checkbox'; readonly value: string }) {
  return (
    <div className={[styles.choice, className].filter(Boolean).join(' ')}>
      <input
        // Also named directly: a checker reports the label of a field in a closed section as missing.
        aria-label={label}
        aria-describedby={[errorId, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        aria-invalid={errorId ? true : undefined}
        defaultChecked={isChosen}
        {...{ type, id, name, value }}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="small dim" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A radio button with an explanation below it. Its id is made of its name and its value. */
export const Radio = (props: ChoiceProps & { readonly value: string }) => (
  <Choice type="radio" id={`${props.name}-${props.value}`} {...props} />
);

/** A checkbox with an explanation below it. Its id is its name; it posts "yes". */
export const Tick = (props: ChoiceProps) => <Choice type="checkbox" id={props.name} value="yes" {...props} />;
