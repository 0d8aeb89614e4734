import words from '#content/forms.yaml';
import { Figure } from '#src/ui/figure.tsx';
import { plates } from '#src/studio/notes.ts';
import styles from './discovery-call-form.module.css';
import { controlOf, FormFrame, type FormState, PersonFields } from '#src/features/leads/forms/form-frame.tsx';
import { receiptPathOf } from '#src/features/leads/form-names.ts';
import type { TimeChoice } from './find-time-choice.ts';
import { timesPlaceholder } from './times-placeholder.ts';
import type { DiscoveryCallTimes } from './time-fields.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/field.tsx';
import { fill } from '#src/platform/fill.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';

const form = 'discovery-call';
const { fields, subject, text: intro, soon, agenda, agendaName, minutes } = words[form];
const optionalMark = words.shared.optional;

/**
 * The introduction and agenda, each point as tall as its share of the thirty minutes. Where times load later, the
 * form's script hides the sentence about the next one if it is not true.
 */
export function DiscoveryCallAgenda({
  heading,
  isSoon = true,
}: {
  readonly heading: React.ReactNode;
  /** False if the next free time is later than in 24 hours. */
  readonly isSoon?: boolean | undefined;
}) {
  return (
    <>
      <Figure slug={plates['discovery-call']} className={styles.figure} />
      {heading}
      <p className={`lead ${styles.text}`}>
        {intro}
        {isSoon && <span className={styles.soon}> {soon}</span>}
      </p>
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

/**
 * The discovery-call request, in the dialog and on its own page. A prerendered page has no times yet (`choice` is
 * undefined), and the form's script fetches them; `choice` is null if there are no hosts.
 */
export function DiscoveryCallForm({
  choice,
  Times,
  isFolded = false,
  ...state
}: FormState & {
  readonly choice?: TimeChoice | null | undefined;
  /** Renders the times of `choice`; omitted on pages that fetch them. */
  readonly Times?: typeof DiscoveryCallTimes | undefined;
  /** Shows "Preferred time" only once none of the free times fits. */
  readonly isFolded?: boolean;
}) {
  const { idPrefix = form, errors } = state;
  const control = (field: string) => controlOf(form, field, state);
  const hasPreference = choice?.chosen === null && Boolean(state.values?.['preferred_time']);
  const preference = (
    <SelectField
      {...control('preferred_time')}
      label={fields.preferred_time.label}
      optionalMark={optionalMark}
      options={fields.preferred_time.options}
    />
  );
  return (
    <FormFrame
      form={form}
      state={state}
      hidden={{ _subject: subject, _next: receiptPathOf(form) }}
      className={isFolded ? styles.folded : undefined}
    >
      {choice === undefined && <div hidden {...timesPlaceholder(idPrefix)} />}
      {choice && Times && (
        <Times
          choice={{ ...choice, isNone: choice.isNone || hasPreference }}
          idPrefix={idPrefix}
          error={errors?.['slot']}
        />
      )}
      <div className={styles.preference}>{preference}</div>
      <PersonFields form={form} state={state} isWide />
      <TextField
        {...control('phone')}
        label={fields.phone.label}
        optionalMark={optionalMark}
        type="tel"
        autoComplete="tel"
        isWide
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

const { title, close } = words['discovery-call'];

/** The dialog of every "Book a discovery call" button: the agenda next to the form. */
export function DiscoveryCallDialog() {
  const heading = (
    <h2 id="discovery-call-title" className="title-2" tabIndex={-1} data-first-focus>
      {title}
    </h2>
  );
  return (
    <Dialog id="discovery-call" labelledBy="discovery-call-title" closeLabel={close}>
      <SplitPanel aside={<DiscoveryCallAgenda heading={heading} />}>
        <DiscoveryCallForm idPrefix="call" />
      </SplitPanel>
    </Dialog>
  );
}
