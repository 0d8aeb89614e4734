import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/desk.yaml';
import { fill } from '#src/platform/fill.ts';
import { postToWith } from '#src/workspace/page-action.ts';
import { FailedMailList, type NamedFailedMail } from './failed-mail-list.tsx';

const { failed: text } = words;

const mail: NamedFailedMail = {
  id: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
  kind: 'reply',
  topic: null,
  leadId: null,
  clientId: null,
  personId: null,
  attempts: 3,
  reason: 'no such mailbox',
  name: 'Runa <Vestergaard>',
};

test.each([
  ['team-mail', 'contact'],
  ['sender-mail', 'brief'],
  ['forward', 'message'],
  ['reply', null],
  ['client-notice', 'daily'],
  ['team-notice', 'messages'],
] as const)('a failed %s about %s is called so, with its reason and a button to try again', (kind, topic) => {
  const form = Object.entries(words.inbox.sources).find(([name]) => name === topic)?.[1] ?? '';
  const client = 'Runa &lt;Vestergaard&gt;';
  const what = fill(text.kinds[kind], { form, client });
  const html = renderToStaticMarkup(
    <FailedMailList mails={[{ ...mail, kind, topic }]} postTo={postToWith('')} />,
  );
  expect(html).toContain(`>${what}<`);
  expect(html).toContain(fill(text.reason, { reason: 'no such mailbox' }));
  expect(html).toContain(fill(text.attempts, { attempts: '3' }));
  expect(html).toContain(`value="${mail.id}"`);
  expect(html).toContain(`aria-label="${text.retry}: ${what}, ${client}"`);
});

test('a failed mail of a newer version, or about a form of one, is called a mail, and a form', () => {
  const show = (kind: string, topic: string | null) =>
    renderToStaticMarkup(<FailedMailList mails={[{ ...mail, kind, topic }]} postTo={postToWith('')} />);
  const unknown = show('quote-sent', null);
  expect(unknown).toContain(`>${text.something}<`);
  expect(unknown).not.toContain('quote-sent');
  const form = words.inbox.otherSource;
  expect(show('team-mail', 'audition')).toContain(`>${fill(text.kinds['team-mail'], { form })}<`);
});
