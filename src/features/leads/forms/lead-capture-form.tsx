import words from '#content/forms.yaml';
import { plates } from '#src/features/site/plates.ts';
import { SheetPage } from '#src/features/site/sheet-page.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Figure } from '#src/ui/figure.tsx';
import styles from './lead-capture-form.module.css';
import { TextField } from '#src/ui/field.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { controlOf, FormFrame, type FormState } from './form-frame.tsx';
import { PersonFields } from './person-fields.tsx';
import { receiptPathOf } from './receipt.ts';

const { fields, subject, note, text, title, close } = words['lead-capture'];

/** What the session planner is. */
function LeadCaptureIntro({ heading }: { readonly heading: React.ReactNode }) {
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

/** The session planner as a page of its own: where its links lead when no script runs. */
export function LeadCapture() {
  const heading = <h1 className="title">{title}</h1>;
  return (
    <SheetPage>
      <Sheet aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm />
      </Sheet>
    </SheetPage>
  );
}

/** The modal behind "Session planner". It opens when the visitor asks for it, never by itself. */
export function LeadCaptureDialog() {
  const heading = (
    <h2 id="session-planner-title" className="title-2" tabIndex={-1} data-first-focus>
      {title}
    </h2>
  );
  return (
    <Dialog id="session-planner" labelledBy="session-planner-title" closeLabel={close}>
      <Sheet aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm idPrefix="planner" />
      </Sheet>
    </Dialog>
  );
}
