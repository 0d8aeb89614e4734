import type { AccessPolicy } from './access.ts';

/**
 * Every route that is rendered on request, with everything that can be done there. What is not listed is answered by nobody,
 * and a route without a line here fails the build.
 */
export const accessPolicy = {
  // The screen that answers whoever is no client; 403 for everybody.
  '/access-restricted': { GET: 'public', POST: 'public' },
  '/account': {
    GET: 'person',
    POST: {
      'sign-out': 'visitor',
      'end-session': 'person',
      'end-others': 'person',
      'remove-passkey': 'person',
    },
  },
  '/api/visitor': { GET: 'visitor' },
  '/desk': { GET: 'team' },
  '/desk/clients/[id]': {
    GET: 'team',
    POST: { disable: 'team', enable: 'team', erase: 'team', invite: 'team', retry: 'team' },
  },
  '/desk/clients/[id]/export.json': { GET: 'team' },
  '/desk/leads.csv': { GET: 'team' },
  '/desk/leads.json': { GET: 'team' },
  '/desk/leads/[id]': {
    GET: 'team',
    POST: {
      answer: 'team',
      delete: 'team',
      erase: 'team',
      note: 'team',
      release: 'team',
      reply: 'team',
      retry: 'team',
      status: 'team',
    },
  },
  '/desk/leads/[id]/export.json': { GET: 'team' },
  '/desk/mails': { GET: 'team', POST: { retry: 'team' } },
  '/desk/team': {
    GET: 'team',
    POST: {
      invite: 'team',
      'mail-again': 'team',
      disable: 'team',
      enable: 'team',
      'remove-passkeys': 'team',
    },
  },
  '/dev/mailbox': { GET: 'public' },
  '/dev/mailbox/[id]/[part]': { GET: 'public' },
  '/forms/[name]': { GET: 'public' },
  '/portal': { GET: 'client', POST: { 'clear-notifications': 'client' } },
  '/portal/events': { GET: 'client' },
  '/portal/files/[id]': { GET: 'person' },
  '/portal/files/[id]/listen': { GET: 'person' },
  '/portal/invoices': { GET: 'client', POST: { 'mark-paid': 'client' } },
  '/portal/invoices/[id]': { GET: 'client' },
  '/portal/invoices/[id]/pdf': { GET: 'client' },
  '/portal/messages': { GET: 'client', POST: { 'send-message': 'client' } },
  '/portal/projects': { GET: 'client' },
  '/portal/projects/[id]': {
    GET: 'client',
    POST: { 'add-comment': 'client', 'approve-file': 'client', 'mark-comment-done': 'client' },
  },
  '/portal/settings': { GET: 'client', POST: { 'save-settings': 'client' } },
  '/sign-in': { GET: 'visitor', POST: { 'ask-code': 'visitor' } },
  '/sign-in/code': { GET: 'visitor', POST: { 'enter-code': 'visitor' } },
  '/sign-in/link': { GET: 'visitor', POST: { 'sign-in': 'visitor', 'ask-again': 'visitor' } },
  '/sign-in/passkey': {
    GET: 'started',
    POST: {
      'begin-add': 'started',
      add: 'started',
      'begin-confirm': 'started',
      confirm: 'started',
      'not-now': 'started',
    },
  },
} as const satisfies AccessPolicy;
