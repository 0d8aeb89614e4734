import words from '#content/forms.yaml';
import { Figure } from '#src/ui/figure.tsx';
import { plates } from '#src/features/site/plates.ts';
import styles from './discovery-call-form.module.css';
import { controlOf, FormFrame, type FormState } from '#src/features/leads/forms/form-frame.tsx';
import { PersonFields } from '#src/features/leads/forms/person-fields.tsx';
import { receiptPathOf } from '#src/features/leads/forms/receipt.ts';
import type { TimeChoice } from '#src/features/calls/chooser/find-choice.ts';
import { TimeFields, timesPlace } from '#src/features/calls/chooser/time-fields.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { fill } from '#src/platform/fill.ts';

const form = 'discovery-call';
const { fields, subject, text: intro, agenda, agendaName, minutes } = words[form];
const optionalMark = words.shared.optional;

/** Introduces the call and its thirty minutes, each point as tall as the time it takes. */
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

/** The times that can be picked in the form. Other times are asked for with everything typed, which is then shown again. */
export const DiscoveryCallTimes = (
  times: Pick<React.ComponentProps<typeof TimeFields>, 'choice' | 'idPrefix' | 'error'>,
) => <TimeFields {...times} again={{ action: '/discovery-call?do=times', method: 'post' }} />;

/**
 * The discovery-call request, in the dialog and on its own page. A prerendered page has no times yet (`choice` is undefined), and
 * the form's script fetches them; `choice` is null if there are no hosts.
 */
export function DiscoveryCallForm({
  choice,
  ...state
}: FormState & { readonly choice?: TimeChoice | null | undefined }) {
  const { idPrefix = form, errors } = state;
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
      {choice === undefined && <div hidden {...timesPlace(idPrefix)} />}
      {choice && (
        <DiscoveryCallTimes {...{ choice, idPrefix }} error={errors?.['slot'] ?? errors?.['time_zone']} />
      )}
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
