import words from '#content/forms.yaml';
import { TextField } from '#src/ui/field.tsx';
import { controlOf, FormFrame, type FormState } from './form-frame.tsx';
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
      <TextField {...control('name')} label={fields.name.label} required autoComplete="name" isWide />
      <TextField
        {...control('email')}
        label={fields.email.label}
        type="email"
        required
        autoComplete="email"
        isWide
      />
      <TextField
        {...control('project')}
        label={fields.project.label}
        optionalMark={words.shared.optional}
        isWide
      />
    </FormFrame>
  );
}
