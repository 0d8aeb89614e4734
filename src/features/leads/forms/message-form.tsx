import words from '#content/forms.yaml';
import { TextAreaField } from '#src/ui/field.tsx';
import { controlOf, FormFrame, type FormState } from './form-frame.tsx';
import { PersonFields } from './person-fields.tsx';
import { receiptPathOf } from './receipt.ts';

const { fields, subject } = words.message;

/** A message for the team, left from the assistant. */
export function MessageForm(state: FormState) {
  const control = (field: string) => controlOf('message', field, state);
  return (
    <FormFrame form="message" state={state} hidden={{ _subject: subject, _next: receiptPathOf('message') }}>
      <PersonFields form="message" state={state} isWide />
      <TextAreaField {...control('message')} label={fields.message.label} required rows={4} isWide />
    </FormFrame>
  );
}
