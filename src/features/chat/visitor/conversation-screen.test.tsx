import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import desk from '#content/desk.yaml';
import { replyMailOf } from '#src/features/leads/emails/lead-reply.email.tsx';
import { ConfirmScreen } from './conversation-screen.tsx';

const { confirm, errors, mail: mailWords } = words;

test('the page of an unconfirmed address asks for confirmation by POST, and shows nothing of the chat', () => {
  const page = renderToStaticMarkup(<ConfirmScreen refused={null} />);
  expect(page).toContain(confirm.title);
  expect(page).toMatch(
    /<form [^>]*action="\?do=confirm"[^>]*method="post"|<form [^>]*method="post"[^>]*action="\?do=confirm"/,
  );
  expect(page).not.toContain('role="log"');
  expect(page).not.toContain('<a href="?');
  const refused = { action: 'say', entries: {}, status: 404, error: errors.gone, errors: {} };
  expect(renderToStaticMarkup(<ConfirmScreen refused={refused} />)).toContain(errors.gone);
});

test('the email with a reply contains only the reply and its link, and notes that the address may be someone else’s', () => {
  const reply = {
    id: '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
    leadId: '8d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11',
    email: 'runa@studio.example',
    authorName: 'Ada Brandt',
    subject: '',
    content: 'Tomorrow at ten.',
    answered: null,
    attachments: [],
  };
  const settings = { origin: 'https://studio.example', teamInbox: 'team@studio.example' };
  const textOf = (path: string | null) => replyMailOf({ ...reply, path }, settings)?.text.split('\n\n') ?? [];
  expect(textOf('/chat/token')).toEqual([
    'Tomorrow at ten.',
    expect.stringContaining('Ada Brandt'),
    `${mailWords.goOn} https://studio.example/chat/token`,
    mailWords.reason,
  ]);
  expect(textOf(null).at(-1)).toBe(desk.mail.reason);
});
