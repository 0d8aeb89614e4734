import type { AccessPolicy } from './access.ts';

/** The routes for people without an account: forms with their times, and addresses that cannot be guessed. */
export const linkAccessPolicy = {
  '/.well-known/security.txt': { GET: 'public' },
  // A host's calls, for a calendar that subscribes to them.
  '/calendars/[token].ics': { GET: 'public' },
  // For the person with the address of a call, which is in their mails and cannot be guessed.
  '/calls/[token]': { GET: 'public', POST: { move: 'public', cancel: 'public', restore: 'public' } },
  '/calls/[token]/call.ics': { GET: 'public' },
  '/calls/[token]/move': { GET: 'public' },
  '/calls/offers/[token]': { GET: 'public', POST: { take: 'public' } },
  // A visitor's conversation with the team: what its token opens, and nothing else. That of a mail opens it once its reader has confirmed.
  '/chat': { POST: 'public' },
  '/chat/[token]': {
    GET: 'public',
    POST: { say: 'public', ask: 'public', 'leave-address': 'public', end: 'public', confirm: 'public' },
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
  '/listen/[token]/events': { GET: 'public' },
  '/listen/[token]/files/[id]/download': { GET: 'public' },
  '/listen/[token]/files/[id]/figure.png': { GET: 'public' },
  '/listen/[token]/files/[id]/figure.svg': { GET: 'public' },
  '/listen/[token]/files/[id]/listen': { GET: 'public' },
  '/listen/[token]/files/[id]/peaks': { GET: 'public' },
  '/listen/[token]/files/[id]/spectrogram': { GET: 'public' },
} as const satisfies AccessPolicy;
