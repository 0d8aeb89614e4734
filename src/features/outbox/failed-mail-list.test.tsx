import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postToWith } from '#src/features/workspace/page-action.ts';
import { FailedMailList, type NamedFailedMail } from './failed-mail-list.tsx';

const mail: NamedFailedMail = {
  id: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
  kind: 'reply',
  topic: null,
  leadId: null,
  clientId: null,
  attempts: 3,
  reason: 'no such mailbox',
  name: 'Runa <Vestergaard>',
};

test.each([
  ['team-mail', 'contact', 'To the team, about a Contact form'],
  ['sender-mail', 'brief', 'Confirmation of a 60-second brief'],
  ['forward', 'message', 'Forward of a Chat'],
  ['reply', null, 'Your reply'],
  ['client-notice', 'daily', 'To Runa &lt;Vestergaard&gt;, about their project'],
  ['team-notice', 'messages', 'To the team, about Runa &lt;Vestergaard&gt;'],
])('a failed %s about %s is called "%s", with its reason and a button to try again', (kind, topic, what) => {
  const html = renderToStaticMarkup(
    <FailedMailList mails={[{ ...mail, kind, topic }]} postTo={postToWith('')} />,
  );
  expect(html).toContain(`>${what}<`);
  expect(html).toContain('Reason: no such mailbox');
  expect(html).toContain('Attempts: 3');
  expect(html).toContain(`value="${mail.id}"`);
  expect(html).toContain(`aria-label="Try again: ${what}, Runa &lt;Vestergaard&gt;"`);
});
