import forms from '#content/forms.yaml';
import { plates } from '#src/studio/notes.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import { receiptPathOf } from '../form-names.ts';
import { controlOf, FormFrame, type FormState, PersonFields } from './form-frame.tsx';
import styles from './lead-capture-form.module.css';

const { title, close, fields, subject, note, text } = forms['lead-capture'];

/** Renders the figure, heading and text that introduce the session planner. */
export function LeadCaptureIntro({ heading }: { readonly heading: React.ReactNode }) {
  return (
    <>
      <Figure slug={plates['session-planner']} className={styles.figure} />
      {heading}
      <p className={`lead ${styles.text}`}>{text}</p>
    </>
  );
}

/** Renders the form that requests the session planner by email. */
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
        optionalMark={forms.shared.optional}
        isWide
      />
    </FormFrame>
  );
}

/** Renders the "Session planner" dialog. It never opens by itself. */
export function LeadCaptureDialog() {
  const heading = (
    <h2 id="session-planner-title" className="title-2" tabIndex={-1} data-first-focus>
      {title}
    </h2>
  );
  return (
    <Dialog id="session-planner" labelledBy="session-planner-title" closeLabel={close}>
      <SplitPanel aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm idPrefix="planner" />
      </SplitPanel>
    </Dialog>
  );
}
