import words from '#content/forms.yaml';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { receiptPathOf } from '../form-names.ts';
import { controlOf, FormFrame, type FormState, PersonFields } from './form-frame.tsx';

const { fields, subject } = words.contact;
const optionalMark = words.shared.optional;

// The value that `/?service=<slug>#contact` preselects, by slug.
const services = Object.fromEntries(
  fields.service.options.flatMap(({ slug, value }) => (slug === null ? [] : [[slug, value]])),
);

/** Renders the contact form. */
export function ContactForm(state: FormState) {
  const control = (field: string) => controlOf('contact', field, state);
  return (
    <FormFrame
      form="contact"
      state={state}
      hidden={{ _subject: subject, _replyto: '' }}
      attributes={{ 'data-services': JSON.stringify(services) }}
    >
      <PersonFields form="contact" state={state} />
      <TextField
        {...control('company')}
        label={fields.company.label}
        optionalMark={optionalMark}
        autoComplete="organization"
      />
      <SelectField
        {...control('service')}
        label={fields.service.label}
        optionalMark={optionalMark}
        options={fields.service.options}
      />
      <TextAreaField {...control('message')} label={fields.message.label} required rows={5} isWide />
    </FormFrame>
  );
}

/** Renders the form for leaving the team a message from the assistant. */
export function MessageForm(state: FormState) {
  const control = (field: string) => controlOf('message', field, state);
  return (
    <FormFrame
      form="message"
      state={state}
      hidden={{ _subject: words.message.subject, _next: receiptPathOf('message') }}
    >
      <PersonFields form="message" state={state} isWide />
      <TextAreaField
        {...control('message')}
        label={words.message.fields.message.label}
        required
        rows={4}
        isWide
      />
    </FormFrame>
  );
}
