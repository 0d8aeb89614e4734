import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import { describe, expect, test } from 'vitest';
import forms from '#content/forms.yaml';
import mails from '#content/mails.yaml';
import planner from '#content/planner.yaml';
import { fill } from '#src/platform/fill.ts';
import { refusalOf } from '#src/platform/mail/mailer.ts';
import type { StoredSubmission } from './lead-mail-kinds.ts';
import { formNames } from '../form-names.ts';
import { replyMailOf } from './lead-reply.email.tsx';
import { senderMailOf, teamMailOf } from './submission.email.tsx';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';

const settings = { origin: 'https://studio.example', teamInbox: 'team@studio.example' };
const hostile = '<img src=x onerror=alert(1)>\r\nBcc: victim@evil.example';

const stored = (changes: Partial<StoredSubmission> = {}): StoredSubmission => ({
  id: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
  leadId: '0b8f2f57-9f0c-4a7c-8a53-6f7d3e9d5a01',
  form: 'contact',
  formSource: 'contact_form',
  fields: { name: 'Runa', email: 'runa@halfmoon.example', message: 'A short film.' },
  createdAt: new Date('2026-11-21T10:00:00Z'),
  number: 1,
  client: null,
  ...changes,
});

describe('the email to the team', () => {
  test.each(formNames.map((form) => [form, forms[form].subject] as const))(
    'about %s has the subject "%s" and the sender as reply address',
    (form, subject) => {
      const mail = teamMailOf(stored({ form }), settings);
      expect(mail).toMatchObject({
        subject: `${subject}: Runa`,
        to: 'team@studio.example',
        replyTo: 'runa@halfmoon.example',
      });
      expect(mail.messageId).toBe('7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11.team@studio.example');
    },
  );

  test.each([
    ['Runa\r\nBcc: victim@evil.example', 'Runa Bcc: victim@evil.example'],
    ['x'.repeat(900), `${'x'.repeat(80)}…`],
    ['$& {name}', '$& {name}'],
    ['', 'runa@halfmoon.example'],
  ])('about a form names the sender in its subject: %j', (name, shown) => {
    const mail = teamMailOf(stored({ fields: { ...stored().fields, name } }), settings);
    expect(mail.subject).toBe(`${forms.contact.subject}: ${shown}`);
    expect(refusalOf(mail)).toBeNull();
  });

  test('contains every field as typed, escaped', () => {
    const fields = {
      name: hostile,
      email: 'runa@halfmoon.example',
      company: 'Å & Ø',
      message: '  two\r\nlines  ',
    };
    const { html, text } = teamMailOf(stored({ fields }), settings);
    for (const value of Object.values(fields)) expect(text).toContain(value);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('Å &amp; Ø');
  });

  test('reports earlier submissions by the sender', () => {
    const known = fill(mails.team.known, { number: '3' });
    expect(teamMailOf(stored({ number: 3 }), settings).text).toContain(known);
    expect(teamMailOf(stored(), settings).text).not.toContain('before');
  });

  test('names the client that the address belongs to, with a link to its page', () => {
    const client = { id: 'c1', name: 'Halfmoon\nPictures' };
    const { text, html } = teamMailOf(stored({ client }), settings);
    const line = fill(mails.team.client, { client: 'Halfmoon Pictures' });
    expect(text).toContain(`${line}: https://studio.example/desk/clients/c1`);
    expect(html).toContain('href="https://studio.example/desk/clients/c1"');
  });

  test.each(Object.keys(stored().fields))('keeps text typed into %s out of the headers', (field) => {
    const fields = {
      ...stored().fields,
      [field]: hostile,
      _subject: hostile,
      _cc: hostile,
      _replyto: hostile,
    };
    const { html: _html, text: _text, ...headers } = teamMailOf(stored({ fields }), settings);
    const { subject, ...others } = headers;
    expect(JSON.stringify(others)).not.toMatch(/evil|Bcc|onerror/);
    if (field !== 'name') expect(subject).toBe(`${forms.contact.subject}: Runa`);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(refusalOf({ ...headers, html: '', text: '' })).toBeNull();
  });
});

describe('the email to the sender', () => {
  test.each(formNames)(
    'about %s quotes nothing that was typed and sets the reply address to the team',
    async (form) => {
      const fields = {
        name: 'Zebulon Quux',
        email: 'runa@halfmoon.example',
        message: 'Zebulon Quux',
        project: 'Zebulon Quux',
        project_details: 'Zebulon Quux',
      };
      const mail = await senderMailOf(stored({ form, fields }), settings);
      expect(mail).toMatchObject({
        to: 'runa@halfmoon.example',
        replyTo: 'team@studio.example',
        subject: mails.confirmations[form].subject,
      });
      expect(`${mail?.html}${mail?.text}${mail?.subject}`).not.toMatch(/Zebulon|halfmoon/);
      for (const text of mails.confirmations[form].texts) expect(mail?.text).toContain(text);
    },
  );

  test('contains the session planner as HTML, as text and as a one-page PDF', async () => {
    const mail = await senderMailOf(stored({ form: 'lead-capture' }), settings);
    for (const { items } of planner.sections) {
      for (const { title } of items) {
        expect(mail?.text).toContain(title);
        expect(mail?.html).toContain(title.replaceAll('’', '’'));
      }
    }
    const [attachment, ...others] = mail?.attachments ?? [];
    expect(others).toEqual([]);
    expect(attachment).toMatchObject({ filename: 'session-planner.pdf', contentType: 'application/pdf' });
    const { sheets, title, text } = await readPdf(attachment?.content ?? new Uint8Array());
    expect(sheets).toHaveLength(1);
    expect(title).toBe(planner.title);
    for (const { title: section } of planner.sections) expect(text).toContain(section.replaceAll(' ', ''));
  });

  test('is not created for an invalid address', async () => {
    expect(
      await senderMailOf(stored({ fields: { email: 'a@b.example\r\nTo: c@d.example' } }), settings),
    ).toBeNull();
  });
});

describe('the reply to a lead', () => {
  const reply = {
    id: '9d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
    leadId: stored().leadId,
    email: 'runa@halfmoon.example',
    authorName: 'Ada Brandt',
    subject: '',
    content: 'Tomorrow at ten.',
    path: null,
    attachments: [],
  };

  test('names the studio in its subject and quotes the question', () => {
    const answered = stored({ fields: { ...stored().fields, message: `Two\n${hostile}` } });
    const mail = replyMailOf({ ...reply, answered }, settings);
    expect(mail?.subject).toBe('Re: your enquiry to Antinode');
    expect(mail?.text).toContain('On 21 Nov 2026, 10:00, you wrote:\n> Two\n> <img src=x onerror=alert(1)>');
    expect(mail?.html).toMatch(/<blockquote[^>]*>Two\n&lt;img src=x/);
  });

  test('quotes the answers of a brief, without the person’s own name and address', () => {
    const fields = { name: 'Runa', email: 'runa@studio.example', project_type: 'Other', timeline: '' };
    const mail = replyMailOf({ ...reply, answered: stored({ form: 'brief', fields }) }, settings);
    expect(mail?.text).toContain('you wrote:\n> Project type: Other\n\n');
  });

  test('has the subject that the team wrote, on one line', () => {
    const mail = replyMailOf({ ...reply, subject: 'Dates\r\nBcc: x', answered: null }, settings);
    expect(mail?.subject).toBe('Dates Bcc: x');
    expect(mail?.html).toContain('Dates Bcc: x');
  });

  test('quotes nothing from a chat, which has its own page, and nothing if there was no question', () => {
    const answered = stored({ form: 'message' });
    expect(replyMailOf({ ...reply, answered, path: '/chat/token' }, settings)?.text).not.toContain('> ');
    const empty = stored({ form: 'brief', fields: { name: 'Runa' } });
    for (const mail of [
      replyMailOf({ ...reply, answered: empty }, settings),
      replyMailOf({ ...reply, answered: null }, settings),
    ])
      expect(mail?.html).not.toContain('<blockquote');
  });
});

test('sends to the ASCII form of an internationalised address', () => {
  expect(mailAddressOf('runa@rødgrød.example')).toBe('runa@xn--rdgrd-vuad.example');
  expect(mailAddressOf('Runa@Halfmoon.Example')).toBe('Runa@Halfmoon.Example');
  for (const bad of ['', 'runa', 'a@b\0', 'a@b, c@d', '<a@b>', 'rüna@b.example'])
    expect(mailAddressOf(bad)).toBeNull();
});
