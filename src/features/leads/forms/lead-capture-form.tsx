import words from '#content/forms.yaml';
import { TextField } from '#src/ui/field.tsx';
import { controlOf, FormFrame, type FormState } from './form-frame.tsx';
import { PersonFields } from './person-fields.tsx';
import { receiptPathOf } from './receipt.ts';

const { fields, subject, note } = words['lead-capture'];

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
