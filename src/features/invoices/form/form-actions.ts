import { validate } from 'uuid';
import words from '#content/invoice-form.yaml';
import desk from '#content/desk-projects.yaml';
import {
  doneMessages,
  isSure,
  question,
  refusal,
  teamAction,
  type ActionOutcome,
  type TeamInput,
} from '#src/features/accounts/access/action.ts';
import { descriptionOf } from '#src/features/invoices/document.ts';
import { moneyOf } from '#src/features/invoices/money.ts';
import {
  findStudioDetails,
  listTaxRates,
  missingText,
} from '#src/features/invoices/settings/money-settings.ts';
import { findPrinted, issueInvoice, wasJustIssued } from '#src/features/invoices/issue-invoice.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { problem, wrongFields } from '#src/workspace/form-checks.ts';
import { deleteDraft, saveDraft } from './drafts.ts';
import { hasLines, readInvoiceForm, withOneMoreLine, type InvoiceForm } from './read-invoice-form.ts';

const { errors } = words;
const { invoices: texts } = desk;

/** The most fields of the form: more than its lines have. */
export const formLimits = { mostFields: 1000 };

const { doneMessageOf } = doneMessages(words.said);

/** Returns the success message named in the address. */
export { doneMessageOf as draftMessageOf };

/** Returns the project that an invoice is for: the page's own, or the chosen one. */
type ProjectOf = (input: TeamInput) => string;

/** Returns the id of the draft that a form is about; null for a new one. */
type DraftOf = (input: TeamInput) => string | null;

const draftPath = (id: string) => `/desk/invoices/drafts/${id}`;

/** Saves the typed form as a draft and opens it. Nothing of it has to be valid. */
const saveAction = (
  { projectOf, draftOf }: { readonly projectOf: ProjectOf; readonly draftOf: DraftOf },
  change: (entries: Entries) => Entries,
  end: string,
) =>
  teamAction(async (input): Promise<ActionOutcome> => {
    const { services, person, entries } = input;
    if (!hasLines(entries)) return wrongFields([problem('description-1', errors.line)]);
    const by = { actor: person, now: services.clock.now() };
    const draft = { id: draftOf(input), projectId: projectOf(input), entries: change(entries) };
    const id = await saveDraft(services.db, by, draft);
    return id === null ? refusal(404, errors.noDraft) : { ok: true, next: `${draftPath(id)}${end}` };
  });

/** Returns a sentence with the characters that the PDF of an invoice cannot print; null if there are none. */
async function unprintableText(form: InvoiceForm, names: readonly string[]): Promise<string | null> {
  // This also loads all fonts, so it is not loaded on start.
  const { unprintableIn } = await import('#src/platform/pdf/text-lines.ts');
  const letters = unprintableIn([
    ...form.lines.flatMap(({ description, unit }) => [description, unit]),
    form.notes,
    form.reference,
    ...names,
  ]);
  return letters.length === 0
    ? null
    : fill(texts.ask.unprintable, { letters: letters.slice(0, 20).join(' ') });
}

/** Returns the question before an invoice is issued, which says what will be sent and what is doubtful. */
async function askToIssue({ services: { db, clock } }: TeamInput, projectId: string, form: InvoiceForm) {
  const printed = await findPrinted(db, projectId);
  if (!printed) return refusal(404, texts.refused['no-project']);
  const { currency, totalMinor, taxMinor, dueOn } = form;
  const sameAs = { projectId, amountCents: totalMinor, description: descriptionOf(form) };
  const isRepeated = await wasJustIssued(db, clock.now(), sameAs);
  const unprintable = await unprintableText(form, [printed.project, printed.client]);
  const total = { client: printed.client, total: moneyOf(totalMinor, currency), day: dayText(dueOn) };
  const sentences = [
    fill(words.ask.total, total),
    taxMinor > 0 ? fill(words.ask.tax, { tax: moneyOf(taxMinor, currency) }) : null,
    words.ask.mail,
    unprintable,
    isRepeated ? texts.ask.repeated : null,
  ].filter((sentence) => sentence !== null);
  return question(words.ask.title, { texts: sentences, yes: words.ask.yes });
}

const issueAction = ({ projectOf, draftOf }: { readonly projectOf: ProjectOf; readonly draftOf: DraftOf }) =>
  teamAction(async (input): Promise<ActionOutcome> => {
    const { services, person, entries } = input;
    const { db, clock } = services;
    const warning = missingText(await findStudioDetails(db));
    if (warning !== null) return refusal(409, warning);
    const projectId = projectOf(input);
    const today = studioCalendar.dayOf(clock.now());
    const checked = readInvoiceForm(entries, { today, taxes: await listTaxRates(db) });
    const noProject = projectId === '' ? [problem('projectId', errors.project)] : [];
    if (!checked.ok) return wrongFields([...noProject, ...checked.errors]);
    if (noProject.length > 0) return wrongFields(noProject);
    if (!isSure(entries)) return askToIssue(input, projectId, checked.values);
    const issued = await db.transaction(async (tx) => {
      const { newId = '' } = entries;
      const done = await issueInvoice(tx, services, person, {
        ...(validate(newId) ? { id: newId } : {}),
        projectId,
        form: checked.values,
        dueOn: checked.values.dueOn,
      });
      const draftId = draftOf(input);
      if (done.ok && draftId !== null) await deleteDraft(tx, draftId);
      return done;
    });
    if (issued.ok) return { ok: true, next: `/desk/projects/${projectId}#invoices` };
    const { reason } = issued;
    if (reason === 'no-project') return refusal(404, texts.refused['no-project']);
    if (reason === 'no-vat-id') return wrongFields([problem('tax-1', errors.vatId)]);
    if (reason === 'due-in-the-past') return wrongFields([problem('dueOn', desk.errors.pastDay)]);
    return refusal(409, reason === 'repeated' ? texts.ask.repeated : desk.errors.summary);
  });

const deleteAction = teamAction(async ({ services, entries, params }) => {
  if (!isSure(entries)) {
    const ask = { texts: [words.drafts.deleteText], yes: words.drafts.delete, isDanger: true };
    return question(words.drafts.deleteAsk, ask);
  }
  const isDeleted = await deleteDraft(services.db, params['id'] ?? '');
  return isDeleted ? { ok: true, next: '/desk/invoices?said=deleted' } : refusal(404, errors.noDraft);
});

const actionsOf = (projectOf: ProjectOf, draftOf: DraftOf) => ({
  'add-line': saveAction({ projectOf, draftOf }, withOneMoreLine, '#last-line'),
  'save-draft': saveAction({ projectOf, draftOf }, (entries) => entries, '?said=saved'),
  'issue-invoice': issueAction({ projectOf, draftOf }),
});

const chosenProject: ProjectOf = ({ entries }) => entries['projectId'] ?? '';

/** The actions of the form on a project's page. */
export const issueActions = actionsOf(
  ({ params }) => params['id'] ?? '',
  () => null,
);

/** The actions of a new invoice. */
export const newInvoiceActions = actionsOf(chosenProject, () => null);

/** The actions of a draft. */
export const draftActions = {
  ...actionsOf(chosenProject, ({ params }) => params['id'] ?? ''),
  'delete-draft': deleteAction,
};
