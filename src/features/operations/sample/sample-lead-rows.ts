import forms from '#content/forms.yaml';
import sample from '#content/sample.yaml';
import { formFingerprintOf } from '#src/features/leads/intake/submission.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { SampleCalendar } from './sample-calendar.ts';
import { sampleIdOf } from './sample-id.ts';
import { sampleActorOf } from './sample-people.ts';

type SampleLead = (typeof sample)['leads'][number];

function leadRowOf(lead: SampleLead, { ago }: SampleCalendar) {
  const { key, name, email, status, form, sent, opened, answer } = lead;
  return {
    id: sampleIdOf('lead', key),
    email_key: emailKeyOf(email),
    email,
    name,
    status,
    sources: [form],
    is_held: false,
    is_sample: true,
    created_at: ago(sent),
    waiting_since: answer ? null : ago(sent),
    opened_at: opened === undefined ? null : ago(opened),
    answered_at: answer ? ago(answer.ago) : null,
    answered_by_name: answer ? sampleActorOf(answer.by).name : null,
  };
}

/** A submission as the site's form would have posted it. */
function submissionRowOf({ key, name, email, form, fields, sent }: SampleLead, { ago }: SampleCalendar) {
  const { subject, formSource } = forms[form];
  const entries = {
    name,
    email,
    ...fields,
    _gotcha: '',
    _subject: subject,
    form_source: formSource,
    _next: '/',
  };
  return {
    id: sampleIdOf('submission', key),
    lead_id: sampleIdOf('lead', key),
    form,
    form_source: formSource,
    fields: entries,
    fingerprint: formFingerprintOf(form, entries),
    is_held: false,
    created_at: ago(sent),
  };
}

const written = (key: string, by: string, content: string, index: number) => ({
  id: sampleIdOf(`words on ${key}`, index),
  lead_id: sampleIdOf('lead', key),
  author_id: sampleActorOf(by).id,
  author_name: sampleActorOf(by).name,
  content,
});

/** The sample leads with what they sent, the team's notes and answers: rows by table, as the database names them. */
export function sampleLeadRows(calendar: SampleCalendar) {
  const { leads } = sample;
  return {
    leads: leads.map((lead) => leadRowOf(lead, calendar)),
    submissions: leads.map((lead) => submissionRowOf(lead, calendar)),
    notes: leads.flatMap(({ key, notes }) =>
      notes.map(({ by, ago, text }, index) => ({
        ...written(key, by, text, index),
        written_at: calendar.ago(ago),
      })),
    ),
    replies: leads.flatMap(({ key, answer }) =>
      answer
        ? [
            {
              ...written(`answer to ${key}`, answer.by, answer.text, 0),
              lead_id: sampleIdOf('lead', key),
              sent_at: calendar.ago(answer.ago),
            },
          ]
        : [],
    ),
  };
}
