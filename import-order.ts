// Which part of the product may import which; `oxlint.config.ts` holds the product to it.

/**
 * The rooms of `src/features`, from the lowest to the highest, each with the rooms that it may import; `site` is open to all.
 * A new arrow is a decision, written down in docs/decisions; one that no file needs any more goes. `sample` fills every room, so it may see all of them.
 */
export const arrows: Record<string, readonly string[]> = {
  site: [],
  playing: [],
  pieces: ['playing'],
  records: ['pieces'],
  cymatics: [],
  accounts: [],
  workspace: ['accounts'],
  outbox: ['accounts', 'workspace'],
  notices: ['accounts', 'workspace', 'outbox'],
  projects: ['accounts', 'workspace', 'notices'],
  messages: ['accounts', 'workspace', 'notices', 'projects'],
  // The figure of a recording is drawn by the one model of the membrane.
  recordings: ['cymatics', 'playing', 'accounts', 'workspace', 'notices', 'projects'],
  listening: ['accounts', 'workspace', 'notices', 'projects', 'recordings'],
  // Where the bytes lie that the database names.
  backup: ['recordings'],
  invoices: ['accounts', 'workspace', 'notices', 'projects'],
  leads: ['accounts', 'workspace', 'outbox', 'projects'],
  calls: ['accounts', 'workspace', 'outbox', 'notices', 'projects', 'leads'],
  // The chat's hours are those of the hosts of calls; the desk answers in the form for messages.
  conversations: ['accounts', 'workspace', 'notices', 'messages', 'leads', 'calls'],
  clients: [
    'accounts',
    'workspace',
    'outbox',
    'notices',
    'projects',
    'messages',
    'recordings',
    'listening',
    'invoices',
    'leads',
    'calls',
    'conversations',
  ],
  portal: ['accounts', 'workspace', 'notices', 'projects', 'messages', 'recordings', 'listening', 'invoices'],
  desk: [
    'accounts',
    'workspace',
    'outbox',
    'notices',
    'projects',
    'messages',
    'recordings',
    'listening',
    'invoices',
    'leads',
  ],
  'discovery-call': ['leads', 'calls'],
  knowledge: [],
  assistant: ['leads', 'conversations'],
  services: ['pieces'],
  home: ['knowledge', 'leads', 'cymatics', 'pieces', 'records'],
};
export const rooms = [...Object.keys(arrows), 'sample'];

/**
 * The folders of a room, from the lowest to the highest: each may import those before it. '.' is the room's own files; what
 * plugs it into the product (`<room>-feature.ts`) lies above all of them.
 */
export const folders: Record<string, readonly string[]> = {
  accounts: [
    'people',
    'sessions',
    'trail',
    'access',
    'sign-in',
    'passkeys',
    'confirm',
    'account',
    'team',
    '.',
  ],
  notices: ['kinds', 'events', 'mails', '.', 'notifications', 'live'],
  projects: ['.', 'milestones', 'portal', 'desk'],
  recordings: [
    'signal',
    'sound',
    'alignment',
    'measurements',
    'comparisons',
    'covers',
    'store',
    'files',
    'serving',
    'approvals',
    'file-tables',
    'markers',
    'sheet',
    'versions',
    'jobs',
    'sent',
    'review',
    'compare-page',
    'uploads',
    '.',
  ],
  listening: ['links', 'guests', '.'],
  invoices: ['.', 'sheet', 'portal', 'desk'],
  leads: ['records', 'forms', 'mails', 'intake', 'inbox', 'lead-page', '.'],
  calls: [
    'records',
    'times',
    'invitations',
    'mails',
    'booking',
    'chooser',
    'visitor',
    'busy',
    'calendar',
    'hours',
    '.',
  ],
  conversations: ['records', 'presence', 'talk', 'streams', 'visitor', 'desk', '.'],
  clients: ['list', 'edit', 'merging', 'import', '.'],
  portal: ['.', 'dashboard', 'project'],
  desk: ['.', 'project'],
  cymatics: ['model', 'plate', 'tone', 'listen', 'inputs', 'overlay', 'page', '.'],
};

/** The folders within folders, in the same way. */
export const nested: Record<string, readonly string[]> = { 'recordings/sound': ['faults', '.'] };

/** The folders of `src/platform`; '.' is what lies beside them. */
export const platform = [
  '.',
  'content',
  'pdf',
  'tracing',
  'bucket',
  'database',
  'limits',
  'outages',
  'mail',
  'config',
  'metrics',
  'http',
  'jobs',
  'services',
];
