import { randomUUID } from 'node:crypto';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Log } from '#src/platform/log.ts';
import type { FormName } from '../form-names.ts';
import { rulesOf } from './submission.fixture.ts';
import { handleFormPost, type FormServices } from './form-handler.ts';
import type { PostedForm } from './read-form.ts';
import type { Submission } from './submission.ts';
import {
  createSubmissionBatcher,
  postLimitsOf,
  submitLeads,
  type SubmitOutcome,
  type SubmitRules,
} from './submit-leads.ts';

export const origin = 'https://studio.example';

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Returns the services of a test's database with overrides. */
export function formServicesOf(
  { db, hasRoom }: Pick<Database, 'db' | 'hasRoom'>,
  rules: Partial<SubmitRules> = {},
  submitAlone: (submission: Submission, rules: SubmitRules) => Promise<SubmitOutcome> | null = () => null,
): FormServices {
  const submitTogether = createSubmissionBatcher((submissions) =>
    submitLeads(db, submissions, rulesOf(rules)),
  );
  return {
    submit: (submission) => submitAlone(submission, rulesOf(rules)) ?? submitTogether(submission),
    countRefused: (network) => {
      const { rateLimiter, limits } = rulesOf(rules);
      return rateLimiter.hit(db, postLimitsOf(network, limits));
    },
    hasRoom,
    secret: 'a secret for tests only',
    log: silentLog,
  };
}

export const contactFields = (changes: Entries = {}): Entries => ({
  name: 'Runa Vestergaard',
  email: 'runa@halfmoon.example',
  company: 'Halfmoon Pictures',
  service: 'Post-Production',
  message: 'A short film, locked in January.',
  _subject: 'New Contact Message, Antinode',
  _replyto: '',
  form_source: 'contact_form',
  submission_id: randomUUID(),
  ...changes,
});

export type Send = {
  form?: FormName;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  network?: string;
};

/** Returns a post as sent by a browser without scripts; `headers` and `body` override it. */
function postedOf(fields: Entries, { headers = {}, body, network = '192.0.2.1' }: Send): PostedForm {
  return {
    contentType: headers['content-type'] ?? 'application/x-www-form-urlencoded',
    accept: headers['accept'] ?? 'text/html',
    cookie: headers['cookie'] ?? '',
    body: Buffer.from(body ?? new URLSearchParams(fields).toString()),
    origin,
    isSecure: true,
    network,
    receivedAt: new Date('2026-11-21T10:00:00Z'),
  };
}

/** Sends a form to the real handler. */
export const send = (services: FormServices, fields: Entries, options: Send = {}) =>
  handleFormPost(options.form ?? 'contact', postedOf(fields, options), services);

/** Sends a form and expects a response other than the form's page. */
export async function sendForResponse(services: FormServices, fields: Entries, options: Send = {}) {
  const answer = await send(services, fields, options);
  if (answer.kind === 'page') throw new Error(`Answered with a page, status ${answer.refused.status}`);
  const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(answer.body || null, { status: answer.status, headers });
}

export const acceptJson = { accept: 'application/json' };
