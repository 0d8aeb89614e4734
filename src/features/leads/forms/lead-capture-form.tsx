import words from '#content/forms.yaml';
import { plates } from '#src/studio/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import styles from './lead-capture-form.module.css';
import { TextField } from '#src/ui/field.tsx';
import { controlOf, FormFrame, type FormState } from './form-frame.tsx';
import { PersonFields } from './person-fields.tsx';
import { receiptPathOf } from './receipt.ts';

const { fields, subject, note, text } = words['lead-capture'];

/** Figure, heading and text that introduce the session planner. */
export function LeadCaptureIntro({ heading }: { readonly heading: React.ReactNode }) {
  return (
    <>
      <Figure slug={plates['session-planner']} className={styles.figure} />
      {heading}
      <p className={`lead ${styles.text}`}>{text}</p>
    </>
  );
}

/** The form that mails the session planner. */
export function LeadCaptureForm(state: FormState) {
  const control = (field: string) => controlOf('lead-capture', field, state);
  return (
    <FormFrame
      form="lead-capture"
      state={state}
      hidden={{ _subject: subject, _next: receiptPathOf('lead-capture') }}
      note={note}
    >
      <PersonFields form="lead-capture" state={state} isWide />
      <TextField
        {...control('project')}
        label={fields.project.label}
        optionalMark={words.shared.optional}
        isWide
      />
    </FormFrame>
  );
}
