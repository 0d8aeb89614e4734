import type { AccessPolicy } from './access.ts';
import { deskAccessPolicy } from './desk-access-policy.ts';

/** The routes for people without an account: forms with their times, and addresses that cannot be guessed. */
const linkAccessPolicy = {
  // The public key that verifies receipts of approvals.
  '/.well-known/antinode-key.json': { GET: 'public' },
  '/.well-known/security.txt': { GET: 'public' },
  // A host's calls, for a calendar that subscribes to them.
  '/calendars/[token].ics': { GET: 'public' },
  // For the person with the address of a call, which is in their emails and cannot be guessed; a signed-in client sees it in the portal's frame.
  '/calls/[token]': { GET: 'visitor', POST: { move: 'visitor', cancel: 'visitor', restore: 'visitor' } },
  '/calls/[token]/call.ics': { GET: 'public' },
  '/calls/[token]/move': { GET: 'visitor' },
  '/calls/offers/[token]': { GET: 'visitor', POST: { take: 'visitor' } },
  // A visitor's conversation with the team: only what its token opens. A token from an email opens it after a confirmation.
  '/chat': { GET: 'public', POST: 'public' },
  '/chat/[token]': {
    GET: 'visitor',
    POST: { say: 'visitor', ask: 'visitor', 'leave-address': 'visitor', end: 'visitor', confirm: 'visitor' },
  },
  '/chat/[token]/events': { GET: 'public' },
  '/chat/[token]/lines': { POST: 'public' },
  // The form with the times that can be picked, and those alone; posted, with everything typed and other times.
  '/discovery-call': { GET: 'public', POST: { times: 'public' } },
  '/discovery-call/time-fields': { GET: 'public' },
  // The times of the form as JSON, for programs.
  '/discovery-call/times': { GET: 'public' },
  '/forms/[name]': { GET: 'public' },
  // Guests: what the address of an open link covers, and nothing else.
  '/listen/[token]': {
    GET: 'public',
    POST: {
      unlock: 'public',
      'add-comment': 'public',
      'reply-to-comment': 'public',
      'edit-comment': 'public',
    },
  },
  '/listen/[token]/cover': { GET: 'public' },
  '/listen/[token]/events': { GET: 'public' },
  '/listen/[token]/files.zip': { GET: 'public' },
  '/listen/[token]/files/[id]/download': { GET: 'public' },
  '/listen/[token]/files/[id]/figure.png': { GET: 'public' },
  '/listen/[token]/files/[id]/figure.svg': { GET: 'public' },
  '/listen/[token]/files/[id]/heard': { POST: 'public' },
  '/listen/[token]/files/[id]/listen': { GET: 'public' },
  '/listen/[token]/files/[id]/peaks': { GET: 'public' },
  '/listen/[token]/files/[id]/spectrogram': { GET: 'public' },
  // Anyone who has an approved file whose receipt is published.
  '/verify': { GET: 'public' },
  '/verify/[sha256]': { GET: 'public' },
} as const satisfies AccessPolicy;

/** The routes of one file, for people who may see it. */
const fileAccessPolicy = {
  '/portal/files/[id]': { GET: 'person' },
  '/portal/files/[id].json': { GET: 'person' },
  '/portal/files/[id]/compare/[other]': { GET: 'person' },
  '/portal/files/[id]/compare/[other].json': { GET: 'person' },
  '/portal/files/[id]/figure.png': { GET: 'person' },
  '/portal/files/[id]/figure.svg': { GET: 'person' },
  '/portal/files/[id]/listen': { GET: 'person' },
  '/portal/files/[id]/markers.[format]': { GET: 'person' },
  '/portal/files/[id]/peaks': { GET: 'person' },
  '/portal/files/[id]/receipt': { GET: 'person' },
  '/portal/files/[id]/receipt.json': { GET: 'person' },
  '/portal/files/[id]/receipt.pdf': { GET: 'person' },
  '/portal/files/[id]/report': { GET: 'person' },
  '/portal/files/[id]/report.json': { GET: 'person' },
  '/portal/files/[id]/report.pdf': { GET: 'person' },
  '/portal/files/[id]/sheet.json': { GET: 'person' },
  '/portal/files/[id]/spectrogram': { GET: 'person' },
} as const satisfies AccessPolicy;

/** Every route that is rendered on request, with its actions. A route that is not listed returns 404 and fails the build. */
export const accessPolicy = {
  ...linkAccessPolicy,
  ...fileAccessPolicy,
  // The screen for people who are not clients; it always returns 403.
  '/access-restricted': { GET: 'public', POST: 'public' },
  '/account': {
    GET: 'person',
    POST: {
      'sign-out': 'visitor',
      'end-session': 'person',
      'end-trust': 'person',
      'end-others': 'person',
      'remove-passkey': 'recent-person',
    },
  },
  '/api/visitor': { GET: 'visitor' },
  // Asks a signed-in person to confirm their identity.
  '/confirm': { GET: 'started', POST: { 'mail-code': 'started', 'enter-code': 'started' } },
  ...deskAccessPolicy,
  '/dev/mailbox': { GET: 'public' },
  '/dev/mailbox/[id]/[part]': { GET: 'public' },
  '/portal': { GET: 'client', POST: { 'clear-notifications': 'client', 'take-time': 'client' } },
  '/portal/events': { GET: 'client' },
  '/portal/invoices': { GET: 'approver', POST: { 'mark-paid': 'approver', 'withdraw-payment': 'approver' } },
  '/portal/invoices/[id]': {
    GET: 'approver',
    POST: { 'mark-paid': 'approver', 'withdraw-payment': 'approver' },
  },
  '/portal/invoices/[id].json': { GET: 'money-or-approver' },
  '/portal/invoices/[id]/pdf': { GET: 'money-or-approver' },
  '/portal/message-files/[id]': { GET: 'person' },
  '/portal/messages': { GET: 'client', POST: { 'send-message': 'client' } },
  '/portal/people': {
    GET: 'client',
    POST: {
      invite: 'recent-approver',
      'mail-again': 'approver',
      'change-may': 'recent-approver',
      remove: 'recent-approver',
    },
  },
  '/portal/projects': { GET: 'client' },
  '/portal/projects/[id]': {
    GET: 'client',
    POST: {
      'add-comment': 'client',
      'approve-file': 'approver',
      'request-changes': 'approver',
      'edit-comment': 'client',
      'finish-request': 'client',
      'mark-comment-done': 'client',
      'reopen-comment': 'client',
      'reply-to-comment': 'client',
      'share-files': 'approver',
      'withdraw-sent-file': 'client',
    },
  },
  '/portal/projects/[id]/comments': {
    GET: 'person',
    POST: { 'mark-comment-done': 'person', 'reopen-comment': 'person' },
  },
  '/portal/projects/[id]/delivery': { GET: 'person' },
  '/portal/projects/[id]/delivery.json': { GET: 'person' },
  '/portal/projects/[id]/delivery.pdf': { GET: 'person' },
  '/portal/projects/[id]/files.zip': { GET: 'person' },
  '/portal/projects/[id]/share': {
    GET: 'team-or-approver',
    POST: {
      'edit-link': 'team-or-approver',
      'make-link': 'team-or-approver',
      'revoke-link': 'team-or-approver',
      'send-link': 'team-or-approver',
    },
  },
  '/portal/sent-files/[id]': { GET: 'person' },
  '/portal/sheets/[id]': { GET: 'person' },
  '/portal/sheets/[id].json': { GET: 'person' },
  '/portal/uploads': { POST: 'client', OPTIONS: 'client' },
  '/portal/uploads/[id]': { HEAD: 'client', PATCH: 'client', DELETE: 'client' },
  '/portal/settings': { GET: 'client', POST: { 'save-settings': 'client' } },
  '/sign-in': {
    GET: 'visitor',
    POST: { 'ask-code': 'visitor', 'begin-use-passkey': 'visitor', 'use-passkey': 'visitor' },
  },
  '/sign-in/code': { GET: 'visitor', POST: { 'enter-code': 'visitor' } },
  '/sign-in/link': { GET: 'visitor', POST: { 'sign-in': 'visitor', 'ask-again': 'visitor' } },
  '/sign-in/passkey': {
    GET: 'started',
    POST: {
      'begin-add': 'recent-started',
      add: 'recent-started',
      'begin-confirm': 'started',
      confirm: 'started',
      'not-now': 'started',
    },
  },
  '/shortcuts': { GET: 'person' },
} as const satisfies AccessPolicy;
