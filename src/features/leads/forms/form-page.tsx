import forms from '#content/forms.yaml';
import system from '#content/system.yaml';
import { PanelPage } from '#src/studio/panel-page.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import type { FormName } from '../form-names.ts';
import { LeadCaptureForm, LeadCaptureIntro } from './lead-capture-form.tsx';

/** The title of a form on its own page. */
export function formTitleOf(form: FormName): string {
  if (form === 'brief') return system.destinations.brief;
  if (form === 'contact') return system.keyDestinations.contact;
  return forms[form].title;
}

/** A form alone on a page: where it goes when it was sent without scripts and something has to be said about it. */
export function FormPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <PanelPage>
      <SplitPanel aside={<h1 className="title">{title}</h1>}>{children}</SplitPanel>
    </PanelPage>
  );
}

/** The session planner as a page of its own: where its links lead when no script runs. */
export function LeadCapture() {
  const heading = <h1 className="title">{forms['lead-capture'].title}</h1>;
  return (
    <PanelPage>
      <SplitPanel aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm />
      </SplitPanel>
    </PanelPage>
  );
}
