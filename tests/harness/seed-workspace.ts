import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { curvePoints, peakCount, type SoundMeasures } from '#src/audio/sound-measures.ts';
import type { Database } from '#src/platform/database/database.ts';

/** The size of a studio. Other tables grow with these. */
export type WorkspaceSize = {
  readonly leads: number;
  readonly clients: number;
  /** Distributed evenly among the clients. */
  readonly projects: number;
  /** Distributed evenly among the projects. */
  readonly messages: number;
  /** For each project; three by default. */
  readonly filesEach?: number;
};

/** Data that requests need to read the studio: sessions, and ids of each person's objects. */
export type SeededWorkspace = {
  /** Session tokens; `colleague` is another team member, `late` and `alsoLate` are the team's, signed in twenty minutes ago, as was `lateClient`. */
  readonly tokens: Readonly<
    Record<'client' | 'team' | 'colleague' | 'late' | 'alsoLate' | 'lateClient', string>
  >;
  readonly teamEmail: string;
  readonly clientId: string;
  readonly projectId: string;
  readonly fileId: string;
  readonly fileSha256: string;
  readonly invoiceId: string;
  readonly leadId: string;
  /** Conversations in the chat: one waiting, and one taken by the team and linked to the lead. */
  readonly chatId: string;
  readonly takenChatId: string;
  readonly contactId: string;
};

/** The n-th id of a kind, the same in every studio. */
const idOf = (kind: number, n: string) =>
  `('00000000-0000-4000-8000-' || lpad(to_hex(${kind} * 16777216::bigint + ${n}), 12, '0'))::uuid`;
const uuidOf = (kind: number, n: number) =>
  `00000000-0000-4000-8000-${(kind * 16_777_216 + n).toString(16).padStart(12, '0')}`;

const kinds = { client: 1, team: 2, lead: 3, submission: 4, project: 5, milestone: 6, file: 7, comment: 8 };
const more = {
  message: 9,
  invoice: 10,
  notification: 11,
  deed: 12,
  note: 13,
  reply: 14,
  person: 15,
  chat: 16,
  line: 17,
  contact: 18,
};
const id = Object.fromEntries(
  Object.entries({ ...kinds, ...more }).map(([name, kind]) => [name, (n: string) => idOf(kind, n)]),
) as Record<keyof typeof kinds | keyof typeof more, (n: string) => string>;

const words = `(array['Dialogue','score','quay','gulls','mix','stems','reel','tape','salt','harbour'])`;
/** The measurements of each file. */
const measures: SoundMeasures = {
  format: {
    container: 'wav',
    codec: 'pcm_s24le',
    rateHz: 48_000,
    channels: 2,
    layout: 'stereo',
    bits: 24,
    declaredS: 24,
  },
  frames: 24 * 48_000,
  isDamaged: false,
  integrated: -23.1,
  maxMomentary: -18.2,
  maxShortTerm: -20.4,
  loudnessRange: 6.2,
  truePeak: -1.4,
  samplePeak: -1.6,
  rms: -24.8,
  noiseFloor: -61.3,
  curve: Array.from({ length: curvePoints }, (_, at) => -30 + (at % 10)),
  peaks: Buffer.alloc(peakCount, 97).toString('base64'),
};

/** A sentence that differs from row to row. */
const text = (n: string, length: number) =>
  `(select string_agg(${words}[1 + (${n} * 7 + k * 3) % 10], ' ') from generate_series(1, ${length}) k)`;

function peopleStatements({ leads, clients }: WorkspaceSize): string[] {
  return [
    `insert into leads (id, email_key, email, name, status, sources, is_held, created_at, waiting_since, opened_at, answered_at, answered_by_name)
      select ${id.lead('n')}, 'lead' || n || '@visitor.example', 'lead' || n || '@visitor.example', 'Visitor ' || n,
        (array['lead','booked','proposal','converted','closed'])[1 + n % 5],
        array[(array['contact','brief','discovery-call','message'])[1 + n % 4]], n % 97 = 0,
        now() - n * interval '3 minutes', case when n % 3 = 0 then now() - n * interval '3 minutes' end,
        case when n % 2 = 0 then now() - n * interval '2 minutes' end,
        case when n % 3 <> 0 then now() - n * interval '2 minutes' end, case when n % 3 <> 0 then 'Ada' end
      from generate_series(1, ${leads}) n`,
    `insert into submissions (id, lead_id, form, form_source, fields, fingerprint, is_held, created_at)
      select ${id.submission('n')}, ${id.lead(`(1 + n % ${leads})`)},
        (array['contact','brief','discovery-call','message'])[1 + n % 4], 'contact_form',
        json_build_object('name', 'Visitor ' || n, 'email', 'lead' || n || '@visitor.example', 'message', ${text('n', 30)}),
        'f' || n, (1 + n % ${leads}) % 97 = 0, now() - n * interval '3 minutes'
      from generate_series(1, ${leads * 2}) n`,
    `insert into clients (id, name, created_at)
      select ${id.client('n')}, 'Client ' || n, now() - interval '90 days' from generate_series(1, ${clients}) n`,
    `insert into people (id, role, client_id, permission, email_key, email, name, created_at)
      select ${id.person('n')}, 'client', ${id.client('n')}, 'approve', 'client' || n || '@client.example', 'client' || n || '@client.example',
        'Client ' || n, now() - interval '90 days' from generate_series(1, ${clients}) n`,
    // The first client has colleagues, more of them in a larger studio.
    `insert into people (id, role, client_id, permission, email_key, email, name, created_at)
      select ${id.person(`(${clients} + k)`)}, 'client', ${id.client('1')}, 'listen', 'colleague' || k || '@client.example',
        'colleague' || k || '@client.example', 'Colleague ' || k, now() - interval '80 days'
      from generate_series(1, ${Math.min(clients, 6)}) k`,
    `insert into people (id, role, can_see_money, email_key, email, name, created_at)
      select ${id.team('n')}, 'team', true, 'team' || n || '@studio.example', 'team' || n || '@studio.example',
        'Team ' || n, now() - interval '90 days' from generate_series(1, 3) n`,
    `insert into contacts (id, name, company, role, email, email_key, phone, tags, created_at)
      select ${id.contact('n')}, 'Contact ' || n, 'Label ' || n, 'Engineer', 'contact' || n || '@label.example',
        'contact' || n || '@label.example', '+49 30 ' || n, array['Label', 'Tag ' || n % 30], now()
      from generate_series(1, ${clients}) n`,
    `insert into lead_notes (id, lead_id, author_id, author_name, content, written_at)
      select ${id.note('n')}, ${id.lead('n')}, ${id.team('1')}, 'Team 1', ${text('n', 12)}, now()
      from generate_series(1, ${leads}) n where n % 2 = 1`,
    `insert into lead_replies (id, lead_id, author_id, author_name, content, sent_at)
      select ${id.reply('n')}, ${id.lead('n')}, ${id.team('1')}, 'Team 1', ${text('n', 20)}, now()
      from generate_series(1, ${leads}) n where n % 3 = 1`,
  ];
}

/** The first conversation waits, the second is taken and linked to the first lead; the others are over. */
function chatStatements({ leads }: WorkspaceSize): string[] {
  return [
    `insert into conversations (id, asked_as, token_hash, lead_id, name, email, state, seq, taken_by, taken_by_name, network_key,
        begun_at, waiting_since, changed_at)
      select ${id.chat('n')}, ${id.chat('n')}, 'hash ' || n, case when n = 2 then ${id.lead('1')} end,
        case when n = 2 then 'Visitor 1' end, case when n = 2 then 'lead1@visitor.example' end,
        case n when 1 then 'waiting' when 2 then 'live' else 'ended' end, 4, case when n = 2 then ${id.team('1')} end,
        case when n = 2 then 'Team 1' end, 'network ' || n, now() - n * interval '4 minutes',
        case when n = 1 then now() - interval '4 minutes' end, now() - n * interval '3 minutes'
      from generate_series(1, ${leads}) n`,
    `insert into conversation_lines (conversation_id, seq, written_as, kind, sender, content, at)
      select ${id.chat('n')}, s, ${id.line('(n * 4 + s)')}, 'text', 'visitor', ${text('n', 8)}, now() - n * interval '3 minutes'
      from generate_series(1, ${leads}) n, generate_series(1, 4) s`,
  ];
}

function projectStatements({ clients, projects, filesEach = 3 }: WorkspaceSize): string[] {
  const owner = id.client(`(1 + p % ${clients})`);
  return [
    `insert into projects (id, client_id, name, description, status, progress, due_on, created_at, updated_at)
      select ${id.project('p')}, ${owner}, 'Project ' || p, ${text('p', 15)},
        (array['backlog','in-progress','review','delivered'])[1 + (p / ${clients}) % 4], p % 101,
        current_date + p % 200 - 40, now() - p * interval '20 minutes', now() - p * interval '10 minutes'
      from generate_series(1, ${projects}) p`,
    `insert into milestones (id, project_id, title, description, due_on, completed_at, position)
      select ${id.milestone('n')}, ${id.project(`(1 + n % ${projects})`)}, 'Step ' || n, ${text('n', 6)},
        current_date + n % 90 - 30, case when n % 2 = 0 then now() end, n / ${projects}
      from generate_series(0, ${projects * 4 - 1}) n`,
    `insert into files (id, project_id, name, kind, media_type, size_bytes, sha256, storage_key, needs_approval, duration_ms,
        peaks, uploaded_by, uploaded_by_name, uploaded_at)
      select ${id.file('n')}, ${id.project(`(1 + n % ${projects})`)}, 'mix_' || n || '.wav', 'audio', 'audio/wav', 1000000,
        md5(n::text) || md5(n::text), md5(n::text), true, 24000, encode(convert_to(repeat('a', 400), 'UTF8'), 'base64'), ${id.team('1')},
        'Team 1', now() - n * interval '5 minutes'
      from generate_series(0, ${projects * filesEach - 1}) n`,
    `insert into sound_measurements (sha256, state, analyser, asked_at, percent, measures, measured_at)
      select sha256, 'measured', 3, now(), 100, '${JSON.stringify(measures)}', now() from files`,
    `insert into file_approvals (file_id, sha256, approved_by, approved_by_name, approved_at)
      select id, sha256, null, 'Client', now() from files where uploaded_at < now() - interval '1 day'`,
    `insert into file_comments (id, file_id, author_id, author_name, sender, at_ms, content, made_at)
      select ${id.comment('n')}, ${id.file(`(n % ${projects * filesEach})`)}, ${id.team('1')}, 'Team 1', 'team', n % 24000,
        ${text('n', 8)}, now() from generate_series(0, ${projects * 6 - 1}) n`,
    `insert into invoices (id, project_id, client_id, amount_cents, description, issued_on, due_on, state, bill_to_name,
        bill_to_email, paid_at, paid_by_name, confirmed_at, created_at)
      select ${id.invoice('n')}, ${id.project(`(1 + n % ${projects})`)}, ${id.client(`(1 + (1 + n % ${projects}) % ${clients})`)},
        100000 + n, ${text('n', 5)}, current_date - n % 60, current_date - n % 60 + 30,
        case when n % 3 = 0 then 'pending' else 'paid' end, 'Client', 'client@client.example',
        case when n % 3 <> 0 then now() end, case when n % 3 <> 0 then 'Client' end, case when n % 3 <> 0 then now() end, now() - n * interval '1 minute'
      from generate_series(0, ${projects * 2 - 1}) n`,
  ];
}

function eventStatements({ clients, projects, messages }: WorkspaceSize): string[] {
  const project = `(1 + n % ${projects})`;
  return [
    `insert into messages (id, project_id, author_id, author_name, sender, content, sent_at)
      select ${id.message('n')}, ${id.project(project)},
        case when n % 2 = 0 then ${id.team('1')} else ${id.person(`(1 + ${project} % ${clients})`)} end,
        'Somebody', case when n % 2 = 0 then 'team' else 'client' end, ${text('n', 25)}, now() - n * interval '30 seconds'
      from generate_series(0, ${messages - 1}) n`,
    `insert into notifications (id, client_id, kind, project_id, subject_id, details, made_at, cleared_at)
      select ${id.notification('n')}, ${id.client(`(1 + ${project} % ${clients})`)}, 'file-waiting', ${id.project(project)},
        ${id.file('n')}, json_build_object('project', 'Project ' || n, 'file', 'mix_' || n || '.wav'),
        now() - n * interval '7 minutes', case when n % 3 <> 0 then now() end
      from generate_series(0, ${projects * 2 - 1}) n`,
    `insert into client_events (client_id, seq, kind, project_id, at)
      select ${id.client('c')}, s, 'message-sent', null, now() from generate_series(1, ${clients}) c, generate_series(1, 40) s`,
    'update clients set event_seq = 40',
    `insert into activity (id, at, actor_id, actor_name, kind, client_id, project_id, subject_id, details)
      select ${id.deed('n')}, now() - n * interval '2 minutes', ${id.team('1')}, 'Team 1', 'message-sent',
        ${id.client(`(1 + ${project} % ${clients})`)}, ${id.project(project)}, ${id.message('n')}, '{"project":"Project"}'
      from generate_series(0, ${projects * 10 - 1}) n`,
  ];
}

/**
 * Fills a migrated, empty database and signs in a client and a team member. No sample studio is created later. Files
 * only have rows, no bytes.
 */
export async function seedWorkspace({ db }: Database, size: WorkspaceSize): Promise<SeededWorkspace> {
  await db.execute(sql`insert into sample_studio (made_at, removed_at) values (now(), now())`);
  const statements = [peopleStatements, chatStatements, projectStatements, eventStatements];
  for (const statement of statements.flatMap((make) => make(size))) await db.execute(sql.raw(statement));
  await db.execute(sql`analyze`);
  const now = new Date();
  const before = new Date(now.getTime() - 20 * 60_000);
  const open = (personId: string, role: 'client' | 'team', at = now) =>
    openSession(db, at, { id: personId, role }, 'bench').then(({ token }) => token);
  const tokens = {
    client: await open(uuidOf(more.person, 1), 'client'),
    team: await open(uuidOf(kinds.team, 1), 'team'),
    colleague: await open(uuidOf(kinds.team, 2), 'team'),
    late: await open(uuidOf(kinds.team, 1), 'team', before),
    alsoLate: await open(uuidOf(kinds.team, 2), 'team', before),
    lateClient: await open(uuidOf(more.person, 1), 'client', before),
  };
  await db.execute(sql`update sessions set confirmed_at = now()`);
  await db.execute(sql`update people set passkey_offered_at = now() where role = 'team'`);
  // Project p belongs to client 1 + p % clients; so the last of the first round is the first client's.
  const project = size.clients;
  return {
    tokens,
    teamEmail: 'team1@studio.example',
    clientId: uuidOf(kinds.client, 1),
    projectId: uuidOf(kinds.project, project),
    fileId: uuidOf(kinds.file, project - 1),
    fileSha256: createHash('md5')
      .update(String(project - 1))
      .digest('hex')
      .repeat(2),
    invoiceId: uuidOf(more.invoice, project - 1),
    leadId: uuidOf(kinds.lead, 1),
    chatId: uuidOf(more.chat, 1),
    takenChatId: uuidOf(more.chat, 2),
    contactId: uuidOf(more.contact, 1),
  };
}
