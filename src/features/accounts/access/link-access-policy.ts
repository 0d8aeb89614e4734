import type { AccessPolicy } from './access.ts';

/** The routes for people without an account: forms with their times, and addresses that cannot be guessed. */
export const linkAccessPolicy = {
  '/.well-known/security.txt': { GET: 'public' },
  // A host's calls, for a calendar that subscribes to them.
  '/calendars/[token].ics': { GET: 'public' },
  // For the person with the address of a call, which is in their emails and cannot be guessed; a signed-in client sees it in the portal's frame.
  '/calls/[token]': { GET: 'visitor', POST: { move: 'visitor', cancel: 'visitor', restore: 'visitor' } },
  '/calls/[token]/call.ics': { GET: 'public' },
  '/calls/[token]/move': { GET: 'visitor' },
  '/calls/offers/[token]': { GET: 'visitor', POST: { take: 'visitor' } },
  // A visitor's conversation with the team: what its token opens, and nothing else. That of a mail opens it once its reader has confirmed.
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
  '/listen/[token]/events': { GET: 'public' },
  '/listen/[token]/files/[id]/download': { GET: 'public' },
  '/listen/[token]/files/[id]/figure.png': { GET: 'public' },
  '/listen/[token]/files/[id]/figure.svg': { GET: 'public' },
  '/listen/[token]/files/[id]/listen': { GET: 'public' },
  '/listen/[token]/files/[id]/peaks': { GET: 'public' },
  '/listen/[token]/files/[id]/spectrogram': { GET: 'public' },
} as const satisfies AccessPolicy;
