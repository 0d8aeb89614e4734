import words from '#content/forms.yaml';
import { controlOf, FormFrame, type FormState } from '#src/features/leads/forms/form-frame.tsx';
import { PersonFields } from '#src/features/leads/forms/person-fields.tsx';
import { receiptPathOf } from '#src/features/leads/forms/receipt.ts';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';

const form = 'discovery-call';
const { fields, subject } = words[form];
const optionalMark = words.shared.optional;

/** The discovery-call request, in the modal and on its own page. */
export function DiscoveryCallForm(state: FormState) {
  const control = (field: string) => controlOf(form, field, state);
  return (
    <FormFrame form={form} state={state} hidden={{ _subject: subject, _next: receiptPathOf(form) }}>
      <PersonFields form={form} state={state} isWide />
      <TextField
        {...control('phone')}
        label={fields.phone.label}
        optionalMark={optionalMark}
        type="tel"
        autoComplete="tel"
      />
      <SelectField
        {...control('preferred_time')}
        label={fields.preferred_time.label}
        optionalMark={optionalMark}
        options={fields.preferred_time.options}
      />
      <TextAreaField
        {...control('project_details')}
        label={fields.project_details.label}
        optionalMark={optionalMark}
        rows={3}
        isWide
      />
    </FormFrame>
  );
}
