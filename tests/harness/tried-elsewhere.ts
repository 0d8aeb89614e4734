/** Actions of passkeys: without a browser's answer there is nothing to send, and nobody here has one. */
const passkeys = [
  'add',
  'begin-add',
  'begin-confirm',
  'begin-use-passkey',
  'confirm',
  'not-now',
  'remove-passkey',
  'remove-passkeys',
];

/** Those of what a client has sent, as buttons alone. tests/portal/client-uploads.e2e.ts uses them. */
const ofSent = ['remove-sent-file', 'take-sent-file', 'withdraw-sent-file'];

/** Those of versions and of what is proposed at an upload, as buttons and choices alone. tests/review/versions.e2e.ts uses them. */
const ofVersions = ['answer-proposals', 'newer-version', 'older-version', 'pin-version', 'unpin-version'];

/** Buttons alone below what they would do. tests/desk/desk-clients.e2e.ts and tests/desk/desk-import.e2e.ts press them. */
const ofClients = ['import', 'merge'];

/** Those of listening links and their guests. tests/review/listening-links.e2e.ts fills them in, also wrongly. */
const ofLinks = ['make-link', 'revoke-link', 'unlock'];

/**
 * Those of calls that are buttons, boxes to tick, times to pick, and a week of hours, which is more than a form may hold when all is wrong. tests/desk/desk-calls.e2e.ts and tests/website/discovery-call-times.e2e.ts use
 * them, also wrongly.
 */
const ofCalls = [
  'cancel',
  'happened',
  'missed',
  'offer',
  'read-calendar',
  'reassign',
  'remove-calendar',
  'remove-days',
  'restore',
  'save-hours',
  'times',
];

/** Those of a visitor's conversation. tests/journeys/chat-with-a-person.e2e.ts fills them in, also wrongly. */
const ofConversations = ['ask', 'confirm', 'leave-address', 'unblock'];

/** Actions with a button alone, shown for a used link, for a mail that failed and for recordings: nothing is typed. */
export const triedElsewhere = new Set([
  ...passkeys,
  ...ofVersions,
  ...ofClients,
  ...ofSent,
  ...ofLinks,
  ...ofCalls,
  ...ofConversations,
  'ask-again',
  'retry',
]);
