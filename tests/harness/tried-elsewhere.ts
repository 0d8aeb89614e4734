/** Passkey actions: they need a browser's authenticator, which these tests do not have. */
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

/** Actions on a client's uploads that are only buttons. Tested in tests/portal/client-uploads.e2e.ts. */
const ofSent = ['remove-sent-file', 'take-sent-file', 'withdraw-sent-file'];

/**
 * Actions on versions and on suggestions at an upload that are only buttons and choices. Tested in
 * tests/review/versions.e2e.ts.
 */
const ofVersions = ['answer-proposals', 'newer-version', 'older-version', 'pin-version', 'unpin-version'];

/**
 * Actions on the order, the formats and the removal of files, and on receipts, that are only
 * buttons and choices. Tested in tests/review/file-lists.e2e.ts, tests/desk/handover.e2e.ts and
 * tests/review/receipts.e2e.ts.
 */
const ofFiles = [
  'answer-formats',
  'delete-removed-file',
  'order-file',
  'publish-receipt',
  'restore-file',
  'split-format',
  'withdraw-receipt',
  'withdraw-receipts',
];

/**
 * Actions that are only buttons below a preview of their effect. Tested in tests/desk/desk-clients.e2e.ts and
 * tests/desk/desk-import.e2e.ts.
 */
const ofClients = ['import', 'merge'];

/**
 * Actions of listening links and their guests. Tested in tests/review/listening-links.e2e.ts, also with invalid input.
 */
const ofLinks = ['edit-link', 'make-link', 'revoke-link', 'send-link', 'unlock'];

/**
 * Actions on calls that are buttons, checkboxes, times to pick, and a week of hours, which exceeds the size of a form
 * if everything is invalid. Tested in tests/desk/desk-calls.e2e.ts and tests/website/discovery-call-times.e2e.ts, also
 * with invalid input.
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
  'take-time',
  'times',
];

/** Actions in a visitor's conversation. Tested in tests/journeys/chat-with-a-person.e2e.ts, also with invalid input. */
const ofConversations = ['ask', 'confirm', 'leave-address', 'unblock'];

/**
 * Actions on invoices and their settings: buttons, a refund that is only shown on a paid invoice, and the form of an
 * invoice, which exceeds the size of a form if everything is invalid. Tested next to them in src/features/invoices and
 * src/features/accounts/team, also with invalid input.
 */
const ofMoney = ['allow-money', 'delete-draft', 'issue-invoice', 'refund', 'remove-account', 'remove-rate'];

/** Buttons of Today for comments and change requests. Tested in src/desk/today. */
const ofToday = ['handle', 'resolve', 'unhandle'];

/**
 * Buttons for an archive, a certificate and a trusted device. Tested in tests/desk/desk-installation.e2e.ts,
 * tests/desk/trusted-devices.e2e.ts and src/features/operations.
 */
const ofInstallation = ['check-certificate', 'delete-archive', 'end-trust'];

/** Actions with only a button, shown for a used link, a failed email and recordings: there is no input. */
export const triedElsewhere = new Set([
  ...passkeys,
  ...ofVersions,
  ...ofFiles,
  ...ofClients,
  ...ofSent,
  ...ofLinks,
  ...ofCalls,
  ...ofConversations,
  ...ofMoney,
  ...ofToday,
  ...ofInstallation,
  'ask-again',
  'retry',
]);
