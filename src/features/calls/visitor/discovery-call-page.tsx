import forms from '#content/forms.yaml';
import { PanelPage } from '#src/studio/panel-page.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import type { FormState } from '#src/features/leads/forms/form-frame.tsx';
import type { Entries } from '#src/platform/check-fields.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { bodyLimitBytes } from '#src/platform/http/read-body.ts';
import { readBytes } from '#src/platform/http/read-form.ts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { DiscoveryCallAgenda, DiscoveryCallForm } from './discovery-call-form.tsx';
import { DiscoveryCallTimes } from './time-fields.tsx';
import styles from './discovery-call-page.module.css';

/** The discovery call's page, which its buttons link to without JavaScript. */
export function DiscoveryCall(form: React.ComponentProps<typeof DiscoveryCallForm>) {
  const heading = <h1 className={`title ${styles.title}`}>{forms['discovery-call'].title}</h1>;
  return (
    <PanelPage>
      <SplitPanel aside={<DiscoveryCallAgenda heading={heading} isSoon={form.choice?.isSoon} />}>
        <DiscoveryCallForm {...form} Times={DiscoveryCallTimes} isFolded />
      </SplitPanel>
    </PanelPage>
  );
}

/** Returns the form's values: those posted with a request for other times, or none. */
export async function restoredForm(
  request: Request,
): Promise<Pick<FormState, 'submissionId'> & { readonly values: Entries }> {
  if (request.method !== 'POST') return { values: {}, submissionId: uuidv7() };
  const body = Buffer.from((await readBytes(request, bodyLimitBytes)) ?? []);
  const parsed = parseBody(request.headers.get('content-type') ?? '', body);
  const { submission_id: id = '', ...values } = parsed.ok ? parsed.entries : {};
  return { values, submissionId: isUuid(id) ? id : uuidv7() };
}
