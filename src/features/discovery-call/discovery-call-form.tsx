import words from '#content/forms.yaml';
import { Figure } from '#src/ui/figure.tsx';
import { plates } from '#src/features/site/plates.ts';
import styles from './discovery-call-form.module.css';
import { controlOf, FormFrame, type FormState } from '#src/features/leads/forms/form-frame.tsx';
import { PersonFields } from '#src/features/leads/forms/person-fields.tsx';
import { receiptPathOf } from '#src/features/leads/forms/receipt.ts';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { fill } from '#src/platform/fill.ts';

const form = 'discovery-call';
const { fields, subject, text: intro, agenda, agendaName, minutes } = words[form];
const optionalMark = words.shared.optional;

/** What the call is and what happens in its thirty minutes, each point as tall as the time it takes. */
export function DiscoveryCallAgenda({ heading }: { readonly heading: React.ReactNode }) {
  return (
    <>
      <Figure slug={plates['discovery-call']} className={styles.figure} />
      {heading}
      <p className={`lead ${styles.text}`}>{intro}</p>
      <ol className={styles.agenda} aria-label={agendaName}>
        {agenda.map(({ minute, text }) => (
          <li key={minute}>
            <span className="italic dim num">{fill(minutes, { minutes: String(minute) })}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

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
