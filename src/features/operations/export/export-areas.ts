/** A table of the export. */
export type ExportedTable = {
  readonly table: string;
  /** Columns that stay out: secrets, keys of the product's own, and what is computed from the others. */
  readonly without?: readonly string[];
  /** Columns that are added, as SQL about the row `r`. */
  readonly added?: Readonly<Record<string, string>>;
};

/** The path of a file's bytes in a backup and, without an object store, in DATA_DIR. */
const path = { path: `'files/' || r.storage_key` };

/**
 * What an export of everything contains: the folders of the archive, and their tables in order. A test compares this
 * list with the schema: every table is here or in `leftOutOfExport`.
 */
export const exportAreas: Readonly<Record<string, readonly ExportedTable[]>> = {
  leads: [
    { table: 'leads', without: ['email_key'] },
    { table: 'submissions', without: ['fingerprint'] },
    { table: 'lead_notes' },
    { table: 'lead_replies' },
    { table: 'lead_reply_files', without: ['content'] },
  ],
  clients: [{ table: 'clients', without: ['event_seq'] }, { table: 'merged_clients' }],
  people: [
    { table: 'people', without: ['email_key'] },
    { table: 'contacts', without: ['email_key'] },
  ],
  projects: [{ table: 'projects' }, { table: 'milestones' }],
  messages: [{ table: 'messages' }, { table: 'message_files', without: ['storage_key'], added: path }],
  comments: [{ table: 'file_comments' }, { table: 'change_requests' }],
  files: [
    { table: 'all_files', without: ['storage_key', 'peaks'], added: path },
    { table: 'sent_files', without: ['storage_key'], added: path },
    { table: 'upload_requests' },
    {
      table: 'sound_measurements',
      without: ['attempts', 'leased_until', 'percent', 'rendition_key', 'artefacts', 'picture'],
    },
  ],
  approvals: [{ table: 'file_approvals' }],
  calls: [
    { table: 'calls', without: ['token_hash', 'generation', 'sequence', 'blocked'] },
    { table: 'call_mails', without: ['generation', 'sequence'] },
  ],
  chats: [
    {
      table: 'conversations',
      without: ['token_hash', 'mail_token_hash', 'network_key', 'asked_as'],
    },
    { table: 'conversation_lines', without: ['written_as'] },
  ],
  invoices: [
    { table: 'invoices' },
    { table: 'invoice_drafts' },
    { table: 'credit_notes' },
    { table: 'payments' },
    { table: 'client_billing' },
    { table: 'invoice_series' },
    { table: 'tax_rates' },
    { table: 'bank_accounts' },
    { table: 'money_settings' },
  ],
  links: [
    { table: 'listening_links', without: ['token_hash', 'password_hash'] },
    { table: 'listening_entries' },
    { table: 'listening_guests', without: ['token_hash'] },
    { table: 'listening_visits' },
    { table: 'listening_mails' },
  ],
  settings: [
    { table: 'email_settings' },
    { table: 'sign_in_settings' },
    { table: 'member_email_kinds' },
    { table: 'member_email_projects' },
    { table: 'call_settings' },
    { table: 'call_kinds' },
    { table: 'call_hosts', without: ['feed_version'] },
    { table: 'call_hours' },
    { table: 'call_exceptions' },
    { table: 'chat_members' },
    {
      table: 'busy_calendars',
      without: ['sealed_address', 'etag', 'last_modified'],
    },
  ],
  history: [
    { table: 'activity' },
    { table: 'security_log', without: ['repeat_key'] },
    { table: 'outbox', without: ['message_id', 'summary_id'] },
  ],
};

/** The tables that an export leaves out, and why. */
export const leftOutOfExport: Readonly<Record<string, string>> = {
  blocked_networks: 'Fingerprints of networks, which name nobody.',
  busy_times: 'Copied from the calendars of hosts, where they are.',
  carried_comments: 'Computed: the places of comments in later versions.',
  client_events: 'Numbers of changes for open pages.',
  client_mail_items: 'Parts of emails that are waiting to be sent.',
  dev_mail: 'The mailbox of a trial installation; its emails contain links to sign in.',
  erased_calls: 'What remains of erased calls: the times to cancel in calendars.',
  installation_checks: 'Results of checks of this installation.',
  installation_tasks: 'Backups and exports of this installation.',
  known_browsers: 'Secrets: cookies of browsers.',
  lead_search: 'Computed from notes and replies.',
  light_renditions: 'Computed from the files.',
  log_lines: 'The log of the last day.',
  notification_clearings: 'Which notices a person has closed.',
  notifications: 'Copies of changes that the other areas contain.',
  passkeys: 'Secrets: keys to sign in.',
  rate_limits: 'Counters of requests.',
  sample_studio: 'Whether there is a sample studio.',
  schema_migrations: 'The version of the database.',
  search_entries: 'Computed from what the search finds.',
  sent_uploads: 'Uploads that are not complete.',
  sessions: 'Secrets: who is signed in.',
  sign_in_codes: 'Secrets: codes to sign in.',
  sign_in_requests: 'Requests for codes to sign in.',
  signing_keys: 'Secrets: the key that signs receipts; its public part is at /.well-known/antinode-key.json.',
  sound_comparisons: 'Computed from the files.',
  submission_search: 'Computed from submissions.',
  today_handled: 'What was marked as handled on Today.',
  today_reads: 'What each member has read on Today.',
  unanswered_messages: 'Computed from messages.',
  visitors: 'Counts of visitors who are known by a cookie alone.',
};
