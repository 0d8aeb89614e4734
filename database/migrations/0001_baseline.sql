-- The schema of version 1.0.0, grouped by feature. Later changes are migrations of their own.

-- ---- Platform ----------------------------------------------------------------------------------------------------------------

create table rate_limits (
  key text primary key,
  hits integer not null,
  window_started_at timestamptz not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);

-- Emails that are kept instead of sent where no mail server is configured.
create table dev_mail (
  id uuid primary key,
  message_id text not null unique,
  sent_at timestamptz not null,
  from_address text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  html text not null,
  text text not null,
  attachments jsonb not null
);

-- The sample studio is created once. Its row stays after it was removed, so that no later start creates it again.
create table sample_studio (
  id boolean primary key default true check (id),
  made_at timestamptz not null,
  removed_at timestamptz
);

-- Notifies every process, once this commits, that open pages of the desk are out of date; the payload says what happened.
create function tell_desk() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk_changes', tg_argv[0]);
  return null;
end
$$;

create function tell_desk_of_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk_changes', new.kind);
  return null;
end
$$;

-- A text as searches compare it: without regard to case, accents, width, ligatures and invisible characters, in any script. The
-- database's own lower() may know ASCII only, so capitals of other scripts are listed.
create function search_folded(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = length(value) then lower(value) else
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(
        lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
      'ØøĐđÐðŁłŦŧĦħıŊŋςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ooddddlltthhinnσαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ')
  end
$$;

-- ---- Leads -------------------------------------------------------------------------------------------------------------------

-- One person who has sent a form, by email address without regard to case.
create table leads (
  id uuid primary key,
  email_key text not null unique,
  email text not null,
  name text not null,
  status text not null check (status in ('guest', 'lead', 'booked', 'proposal', 'converted', 'closed')),
  -- Known from held submissions only.
  is_held boolean not null,
  created_at timestamptz not null,
  -- Since when the person has been waiting for an answer; null if they are not.
  waiting_since timestamptz,
  opened_at timestamptz,
  answered_at timestamptz,
  answered_by_name text,
  is_sample boolean not null default false,
  -- The forms that the lead has sent, held ones left out, so that the inbox is filtered and counted without reading submissions.
  sources text[] not null default '{}'
);
-- The order of the inbox: the longest wait first, then the latest answer.
create index leads_inbox on leads (waiting_since, answered_at desc nulls last, id) where not is_held;
create index leads_created_at on leads (created_at);

create table submissions (
  id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  form text not null,
  form_source text not null,
  -- json, not jsonb: it keeps what was sent, in the order in which it was sent.
  fields json not null,
  fingerprint text not null,
  is_held boolean not null,
  created_at timestamptz not null
);
create index submissions_lead_id on submissions (lead_id);
create index submissions_held on submissions (lead_id) where is_held;
create trigger tell_desk after insert on submissions
  for each statement execute function tell_desk('lead-received');

-- A browser that has sent a form. It records what that browser did, never whose address it was.
create table visitors (
  id uuid primary key,
  status text not null check (status in ('lead', 'booked')),
  seen_at timestamptz not null
);

-- What was typed into a submission, as the inbox searches it: folded, one value after the other with a unit separator between
-- them, without the fields' names. Not a column of submissions, because a search reads all of it.
create table submission_search (
  submission_id uuid primary key references submissions (id) on delete cascade,
  lead_id uuid not null,
  content text not null
);

create function searchable_content(fields json) returns text language sql immutable as $$
  -- Two escapes of JSON stand for what no text of the database can hold.
  select case when fields::text ~ '\\u(0000|[dD][89a-fA-F])' then search_folded(fields::text)
    else (select coalesce(string_agg(search_folded(value), chr(31)), '') from json_each_text(fields)) end
$$;

-- A trigger, so that no code that stores a submission can forget it.
create function make_submission_searchable() returns trigger language plpgsql as $$
begin
  insert into submission_search (submission_id, lead_id, content)
  select id, lead_id, searchable_content(fields) from stored order by id;
  return null;
end $$;
create trigger submissions_searchable after insert on submissions
  referencing new table as stored for each statement execute function make_submission_searchable();

-- ---- Accounts ----------------------------------------------------------------------------------------------------------------

-- A client is a company, or a single person, with people who sign in.
create table clients (
  id uuid primary key,
  name text not null,
  -- The lead that became this client.
  lead_id uuid unique references leads (id) on delete set null,
  is_sample boolean not null default false,
  -- The number of this client's latest event; taking the next one locks the row, so numbers commit in order.
  event_seq bigint not null default 0,
  erased_at timestamptz,
  created_at timestamptz not null
);

-- A client that was merged into another: where its page redirects, and the lead that it came from.
create table merged_clients (
  id uuid primary key,
  into_id uuid not null references clients (id) on delete cascade,
  lead_id uuid unique references leads (id) on delete set null,
  merged_at timestamptz not null
);
create index merged_clients_into_id on merged_clients (into_id);

-- Everybody who can sign in.
create table people (
  id uuid primary key,
  role text not null check (role in ('client', 'team')),
  email_key text not null unique,
  email text not null,
  name text not null,
  is_sample boolean not null default false,
  mail_preference text not null default 'at-once' check (mail_preference in ('at-once', 'daily', 'none')),
  -- When this person last had the portal open.
  looked_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- When a member of the team was offered a passkey and put it off.
  passkey_offered_at timestamptz,
  client_id uuid references clients (id),
  -- Of a client's person: `approve` may do everything; `listen` hears and writes, without invoices, approvals and invitations.
  permission text check (permission in ('approve', 'listen')),
  constraint people_of_client check ((role = 'client') = (client_id is not null) and (client_id is null) = (permission is null))
);
create index people_client_id on people (client_id) where client_id is not null;

-- An address has up to three codes at once, so that a request by somebody else voids none that a person is waiting for. Codes are
-- made for unknown addresses too, so that responses do not reveal which addresses are known.
create table sign_in_codes (
  email_key text not null,
  code_hash text not null,
  token_hash text not null unique,
  -- The path of this site to open after signing in.
  next text,
  expires_at timestamptz not null,
  id bigint generated always as identity primary key,
  -- How often each network has tried a code, by a keyed hash of the network.
  tries jsonb not null default '{}'
);
create index sign_in_codes_email_key on sign_in_codes (email_key, id);

-- To whom a code and a link are to be emailed, until that email was sent. Jobs name the row, so that no queue holds an address.
create table sign_in_requests (
  id uuid primary key,
  email_key text not null,
  -- asked, welcome, invited.
  reason text not null,
  -- The path of this site to open after signing in.
  next text,
  created_at timestamptz not null,
  -- How long the code and link can be used.
  life_ms integer not null default 600000
);
create index sign_in_requests_email_key on sign_in_requests (email_key);
create index sign_in_requests_created_at on sign_in_requests (created_at);

create table sessions (
  id uuid primary key,
  token_hash text not null unique,
  person_id uuid not null references people (id) on delete cascade,
  role text not null check (role in ('client', 'team')),
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a passkey confirmed this session.
  confirmed_at timestamptz,
  challenge text,
  challenge_expires_at timestamptz,
  -- When the person last proved in this session who they are: by signing in, by an emailed code, or by a passkey.
  proved_at timestamptz,
  -- When the session last had a stream of the desk open: whoever has the desk open can be asked in the chat.
  desk_open_at timestamptz
);
create index sessions_person_id on sessions (person_id);

create table passkeys (
  -- The credential id, base64url.
  id text primary key,
  person_id uuid not null references people (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports json not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_person_id on passkeys (person_id);

-- Browsers in which somebody has signed in before: requests from unknown browsers do not count against their limits.
create table known_browsers (
  token_hash text not null,
  person_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index known_browsers_person_id on known_browsers (person_id);
create index known_browsers_seen_at on known_browsers (seen_at);

-- What happened to a person's account, and what was downloaded or exported: for that person, and for the team.
create table security_log (
  id uuid primary key,
  at timestamptz not null,
  -- Whose account it concerns.
  person_id uuid not null references people (id) on delete cascade,
  -- Who did it; null if that is unknown.
  actor_id uuid references people (id) on delete set null,
  kind text not null,
  -- A file, an invoice, a lead or a client.
  subject_id uuid,
  -- The browser's user agent, and the network of the request.
  user_agent text not null,
  network text not null,
  details json not null,
  -- How often within the hour; repeats share one row.
  times integer not null default 1,
  repeat_key text unique
);
create index security_log_person_id on security_log (person_id, at);
create index security_log_at on security_log (at);

-- Who did what and when. Names stay as they were then.
create table activity (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  kind text not null,
  lead_id uuid,
  client_id uuid,
  project_id uuid,
  subject_id uuid,
  details json not null
);
create index activity_lead_id on activity (lead_id, at) where lead_id is not null;
create index activity_client_id on activity (client_id, at) where client_id is not null;
create index activity_project_id on activity (project_id, at) where project_id is not null;
create index activity_at on activity (at);
create trigger tell_desk after insert on activity
  for each row execute function tell_desk_of_activity();

-- ---- The team's notes on leads and replies to them -----------------------------------------------------------------------------

-- Clients never see these.
create table lead_notes (
  id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  content text not null,
  written_at timestamptz not null
);
create index lead_notes_lead_id on lead_notes (lead_id, written_at);

-- Replies that the team emailed from the desk.
create table lead_replies (
  id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  content text not null,
  sent_at timestamptz not null
);
create index lead_replies_lead_id on lead_replies (lead_id, sent_at);

-- Notes and replies, as the inbox searches them.
create table lead_search (
  source_id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  content text not null
);
create index lead_search_lead on lead_search (lead_id);

-- Triggers, so that no code that stores a note or reply can forget it.
create function make_lead_text_searchable() returns trigger language plpgsql as $$
begin
  insert into lead_search (source_id, lead_id, content)
  select id, lead_id, search_folded(content) from stored order by id;
  return null;
end $$;
create trigger lead_notes_searchable after insert on lead_notes
  referencing new table as stored for each statement execute function make_lead_text_searchable();
create trigger lead_replies_searchable after insert on lead_replies
  referencing new table as stored for each statement execute function make_lead_text_searchable();

-- ---- Projects ----------------------------------------------------------------------------------------------------------------

create sequence project_numbers as integer start 101;

create table projects (
  id uuid primary key,
  -- Shown as P-214.
  number integer not null unique default nextval('project_numbers'),
  client_id uuid not null references clients (id),
  name text not null,
  description text not null,
  status text not null check (status in ('backlog', 'in-progress', 'review', 'delivered')),
  progress integer not null check (progress between 0 and 100),
  due_on date,
  -- Incremented by every change; an edit names the one that it started from.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- How many revision rounds were agreed for each recording; null if none were.
  revision_rounds integer check (revision_rounds between 0 and 99),
  -- What the recordings are checked against, by the key of a specification; null if nothing was chosen.
  delivery_specification text,
  -- How files are named, as a scheme such as {project}_{title}_{version}; null if nothing was chosen.
  file_naming text,
  -- How much a client may send; null means the limit of content/project.yaml.
  sent_limit_bytes bigint
);
create index projects_client_id on projects (client_id);
create index projects_status on projects (status, due_on);

create table milestones (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null,
  description text not null,
  due_on date,
  completed_at timestamptz,
  position integer not null
);
create index milestones_project_id on milestones (project_id, position);

create table messages (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  sender text not null check (sender in ('team', 'client')),
  content text not null,
  sent_at timestamptz not null
);
create index messages_project_id on messages (project_id, sent_at);

-- ---- Files and their versions --------------------------------------------------------------------------------------------------

-- All versions of a recording share a `recording_id`, by decision of the team, not by their names.
create table files (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- As the uploader's disk called it; never a path on this server.
  name text not null,
  kind text not null check (kind in ('audio', 'document', 'data', 'image', 'video', 'other')),
  media_type text not null,
  size_bytes bigint not null,
  -- Hexadecimal.
  sha256 text not null,
  storage_key text not null unique,
  needs_approval boolean not null,
  -- Of audio that can be read: its length and its loudest sample in each of 400 slices, one byte each, as base64.
  duration_ms integer,
  peaks text,
  uploaded_by uuid references people (id),
  uploaded_by_name text not null,
  uploaded_at timestamptz not null,
  -- The newer version because of which a file no longer waits for approval; if that one is removed, the file waits again.
  superseded_by uuid references files (id) on delete set null,
  recording_id uuid not null,
  version integer not null default 1,
  stage text check (stage in ('rough', 'mix', 'master')),
  is_pinned boolean not null default false,
  -- The recording that the name suggested at the upload, until somebody decides.
  proposed_for uuid,
  -- What the team made of a client's file stays the client's, also once that is gone from the inbox.
  is_from_client boolean not null default false,
  -- Deferred: two versions that swap places have the same number for a moment.
  constraint files_version unique (recording_id, version) deferrable initially deferred
);
create index files_project_id on files (project_id, uploaded_at);
create index files_superseded_by on files (superseded_by) where superseded_by is not null;
create index files_sha256 on files (sha256);
create unique index files_pinned on files (recording_id) where is_pinned;

-- A file that is stored without a recording is a recording of its own.
create function make_file_a_recording() returns trigger language plpgsql as $$
begin
  new.recording_id := coalesce(new.recording_id, new.id);
  return new;
end $$;
create trigger files_recording before insert on files for each row execute function make_file_a_recording();

-- Approval cannot be undone and names the exact bytes; on delete restrict, because an approved file cannot be removed.
create table file_approvals (
  file_id uuid primary key references files (id) on delete restrict,
  sha256 text not null,
  approved_by uuid references people (id),
  approved_by_name text not null,
  approved_at timestamptz not null,
  -- The measurements that the client approved with the file: their exact text as JSON, and the SHA-256 of that text. Null if the
  -- file had not been measured.
  sheet text,
  sheet_sha256 text
);
create index file_approvals_sheet on file_approvals (sheet_sha256) where sheet_sha256 is not null;
create index file_approvals_sha256 on file_approvals (sha256);

-- What a client sends to the studio: the inbox of a project, apart from the files that the studio shares.
create table sent_files (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  kind text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null unique,
  sent_by uuid references people (id) on delete set null,
  sent_by_name text not null,
  sent_at timestamptz not null,
  -- When somebody of the team first downloaded it, and who.
  fetched_at timestamptz,
  fetched_by_name text,
  -- The recording that the team made of it.
  taken_as uuid references files (id) on delete set null
);
create index sent_files_project on sent_files (project_id, sent_at);
create index sent_files_taken_as on sent_files (taken_as) where taken_as is not null;

-- Unfinished uploads of clients: the declared size of each is reserved.
create table sent_uploads (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  size_bytes bigint not null,
  begun_at timestamptz not null,
  -- Limits how many uploads a person has open.
  begun_by uuid references people (id) on delete set null
);
create index sent_uploads_project on sent_uploads (project_id);
create index sent_uploads_begun_by on sent_uploads (begun_by);

-- ---- Measurements ------------------------------------------------------------------------------------------------------------

-- What was measured of the sound in a file, once for the same bytes.
create table sound_measurements (
  sha256 text primary key,
  state text not null check (state in ('waiting', 'measuring', 'measured', 'unmeasured')),
  -- The version of the analyser that measured, or is to measure.
  analyser integer not null,
  asked_at timestamptz not null,
  -- How often it was started.
  attempts integer not null default 0,
  percent integer not null default 0,
  -- No other worker starts it before then.
  leased_until timestamptz,
  -- Why it was not measured.
  reason text,
  measures json,
  -- FLAC of the same sound, where browsers cannot play the original exactly.
  rendition_key text,
  measured_at timestamptz,
  -- Storage keys by kind: peaks at every scale, the spectrogram, the preview audio.
  artefacts json not null default '{}',
  -- Of a film without sound: its length and frame rate, so that it can be commented on.
  picture json
);
create index sound_measurements_waiting on sound_measurements (asked_at) where state in ('waiting', 'measuring');

-- What differs between two recordings, once for the same bytes. Deleted with the measurement of either.
create table sound_comparisons (
  older_sha256 text not null references sound_measurements (sha256) on delete cascade,
  newer_sha256 text not null references sound_measurements (sha256) on delete cascade,
  state text not null check (state in ('waiting', 'comparing', 'compared', 'uncompared')),
  -- The version of the code that compared them, or is to compare.
  comparer integer not null,
  asked_at timestamptz not null,
  attempts integer not null default 0,
  percent integer not null default 0,
  leased_until timestamptz,
  -- Why they were not compared.
  reason text,
  comparison json,
  compared_at timestamptz,
  primary key (older_sha256, newer_sha256)
);
create index sound_comparisons_newer on sound_comparisons (newer_sha256);
create index sound_comparisons_waiting on sound_comparisons (asked_at) where state in ('waiting', 'comparing');

-- The preview audio that was requested, once for the same bytes; their storage keys are in sound_measurements.artefacts.
create table light_renditions (
  sha256 text primary key references sound_measurements (sha256) on delete cascade,
  state text not null check (state in ('waiting', 'making', 'made', 'failed')),
  asked_at timestamptz not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  -- Once it is made.
  size_bytes bigint
);
create index light_renditions_waiting on light_renditions (asked_at) where state in ('waiting', 'making');

-- ---- Listening links -----------------------------------------------------------------------------------------------------------

-- Links by which somebody without an account hears a file, the newest version of a recording, or a project. Only hashes are kept
-- of the link's token and of its password.
create table listening_links (
  id uuid primary key,
  token_hash text not null unique,
  project_id uuid not null references projects (id) on delete cascade,
  -- What it opens: this file, or the newest version of this recording; the whole project if both are null.
  file_id uuid references files (id) on delete cascade,
  recording_id uuid,
  -- As it is listed; guests do not see it.
  name text not null,
  password_hash text,
  may_comment boolean not null,
  may_download boolean not null,
  -- Whether previews of its address may name the project.
  names_project boolean not null,
  made_by uuid references people (id) on delete set null,
  made_by_name text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (file_id is null or recording_id is null)
);
create index listening_links_project_id on listening_links (project_id);
create index listening_links_file_id on listening_links (file_id) where file_id is not null;
create index listening_links_recording_id on listening_links (recording_id) where recording_id is not null;

-- A browser that has used a link: recognised by a cookie, of which a hash is kept.
create table listening_guests (
  id uuid primary key,
  link_id uuid not null references listening_links (id) on delete cascade,
  token_hash text not null,
  -- As the guest gave it.
  name text,
  user_agent text not null,
  unlocked_at timestamptz,
  visits integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (link_id, token_hash)
);
create index listening_guests_last_at on listening_guests (last_at);

-- What a guest has listened to.
create table listening_visits (
  guest_id uuid not null references listening_guests (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  visits integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (guest_id, file_id)
);
create index listening_visits_file_id on listening_visits (file_id);

-- If the last file of a recording becomes a version of another one, links to the recording lead to that one.
create function listening_links_follow() returns trigger language plpgsql as $$
begin
  if not exists (select from files where recording_id = old.recording_id) then
    update listening_links set recording_id = new.recording_id where recording_id = old.recording_id;
  end if;
  return null;
end $$;
create trigger listening_links_follow after update of recording_id on files
  for each row when (old.recording_id is distinct from new.recording_id)
  execute function listening_links_follow();

-- ---- Comments ----------------------------------------------------------------------------------------------------------------

create table file_comments (
  id uuid primary key,
  file_id uuid not null references files (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  sender text not null check (sender in ('team', 'client', 'guest')),
  -- A reply has the moment of the comment that it answers.
  at_ms integer not null check (at_ms >= 0),
  content text not null,
  made_at timestamptz not null,
  done_at timestamptz,
  done_by_name text,
  until_ms integer check (until_ms > at_ms),
  reply_to uuid references file_comments (id) on delete cascade,
  version integer not null default 1,
  edited_at timestamptz,
  -- Who is named in the text: [{"id": …, "name": as it is written there}].
  mentions jsonb not null default '[]',
  guest_id uuid references listening_guests (id) on delete set null,
  -- Only the comment that is answered has a range and is resolved.
  check (reply_to is null or (until_ms is null and done_at is null))
);
create index file_comments_file_id on file_comments (file_id, at_ms);
create index file_comments_reply_to on file_comments (reply_to) where reply_to is not null;
create index file_comments_guest_id on file_comments (guest_id) where guest_id is not null;

-- The place of an open comment on a newer version than the one it was made on: one comment at several places. `at_ms` and
-- `until_ms` are those of the newer version; if the passage was cut out of it, they are unchanged.
create table carried_comments (
  comment_id uuid not null references file_comments (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  -- The version before, from which it was carried.
  from_file_id uuid references files (id) on delete set null,
  at_ms integer not null check (at_ms >= 0),
  until_ms integer check (until_ms > at_ms),
  is_cut boolean not null default false,
  primary key (comment_id, file_id)
);
create index carried_comments_file on carried_comments (file_id);

-- ---- Invoices ----------------------------------------------------------------------------------------------------------------

create sequence invoice_numbers as integer start 1001;

create table invoices (
  id uuid primary key,
  -- Shown as INV-1042.
  number integer not null unique default nextval('invoice_numbers'),
  project_id uuid not null references projects (id),
  client_id uuid not null references clients (id),
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  issued_on date not null,
  due_on date not null,
  -- Overdue follows from the due date.
  state text not null check (state in ('pending', 'reported', 'paid', 'void')),
  -- To whom it was made out, as they were then: an invoice has to keep that.
  bill_to_name text not null,
  bill_to_email text not null,
  paid_at timestamptz,
  paid_by uuid references people (id),
  paid_by_name text,
  confirmed_at timestamptz,
  confirmed_by_name text,
  voided_at timestamptz,
  voided_by_name text,
  void_reason text,
  created_at timestamptz not null,
  -- Whether the client reported the payment before the team confirmed it.
  is_reported boolean not null default false,
  -- The day on which the money arrived, as the team recorded it.
  paid_on date,
  -- An invoice that its client reports as paid is paid only once the studio has confirmed it.
  constraint invoices_paid_is_confirmed check (state <> 'paid' or confirmed_at is not null)
);
create index invoices_client_id on invoices (client_id, issued_on);
create index invoices_project_id on invoices (project_id);
create index invoices_state on invoices (state, due_on);

-- ---- Notifications and emails --------------------------------------------------------------------------------------------------

-- A notification is for everybody of the client, or for one person who is named. `cleared_at` means that it is settled for all; a
-- person who clears it for themselves gets a row in notification_clearings.
create table notifications (
  id uuid primary key,
  client_id uuid not null references clients (id) on delete cascade,
  kind text not null,
  project_id uuid references projects (id) on delete cascade,
  subject_id uuid not null,
  -- The names that its sentence consists of.
  details json not null,
  made_at timestamptz not null,
  cleared_at timestamptz,
  person_id uuid references people (id) on delete cascade
);
create index notifications_client_id on notifications (client_id, made_at) where cleared_at is null;
create unique index notifications_once on notifications
  (client_id, kind, subject_id, coalesce(person_id, '00000000-0000-0000-0000-000000000000'));

create table notification_clearings (
  notification_id uuid not null references notifications (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  cleared_at timestamptz not null,
  primary key (notification_id, person_id)
);
create index notification_clearings_person_id on notification_clearings (person_id);

-- What happened in a client's projects, numbered without gaps; open pages follow it.
create table client_events (
  client_id uuid not null references clients (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  project_id uuid,
  at timestamptz not null,
  primary key (client_id, seq)
);
create index client_events_at on client_events (at);

-- Everything that is emailed or forwarded, and its state.
create table outbox (
  id uuid primary key,
  -- Such as team-mail, sender-mail, forward, reply, client-notice, team-notice.
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'skipped', 'failed')),
  -- What it is about: a form's name, or the kind of a notice.
  topic text,
  -- The submission, the reply, or the first item of a notice.
  subject_id uuid,
  lead_id uuid references leads (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  attempts integer not null default 0,
  last_error text,
  message_id text,
  created_at timestamptz not null,
  -- From then on no more items are added to it.
  taken_at timestamptz,
  settled_at timestamptz,
  -- The recipient, if it goes to somebody who signs in.
  person_id uuid references people (id) on delete cascade,
  -- The summary that lists an email to the team, if too many were due to send each.
  summary_id uuid references outbox (id) on delete set null
);
-- What a lead causes is sent once: the team's email about a submission, a reply.
create unique index outbox_once on outbox (subject_id, kind) where lead_id is not null;
create index outbox_lead_id on outbox (lead_id) where lead_id is not null;
-- Also finds the email to which items are still added.
create index outbox_client_id on outbox (client_id, kind, topic) where client_id is not null;
create index outbox_person_id on outbox (person_id) where person_id is not null;
create index outbox_summary_id on outbox (summary_id) where summary_id is not null;
create index outbox_failed on outbox (settled_at) where state = 'failed';
-- The desk lists confirmations that a limit withheld.
create index outbox_skipped on outbox (settled_at) where state = 'skipped';
create trigger tell_desk after update of state on outbox
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function tell_desk('mail-failed');

-- The changes that an email reports.
create table client_mail_items (
  mail_id uuid not null references outbox (id) on delete cascade,
  -- The notification's kind, or the kind of the change if the email goes to the team.
  kind text not null,
  subject_id uuid not null,
  project_id uuid,
  -- The names that its sentence consists of.
  details json not null,
  made_at timestamptz not null,
  primary key (mail_id, kind, subject_id)
);

-- ---- Calls -------------------------------------------------------------------------------------------------------------------

create table call_settings (
  only_row boolean primary key default true check (only_row),
  -- Of the discovery call; other meetings have their own.
  length_min integer not null check (length_min between 5 and 480),
  step_min integer not null check (step_min between 5 and 480),
  notice_min integer not null check (notice_min between 0 and 43200),
  horizon_days integer not null check (horizon_days between 1 and 365),
  buffer_before_min integer not null check (buffer_before_min between 0 and 240),
  buffer_after_min integer not null check (buffer_after_min between 0 and 240),
  place text not null,
  -- What counts if a calendar cannot be read: what it said last, or that its owner is always busy.
  unread_calendar text not null check (unread_calendar in ('last', 'busy'))
);

-- Meetings other than the discovery call; only the team offers times for them.
create table call_kinds (
  id uuid primary key,
  name text not null,
  length_min integer not null check (length_min between 5 and 480),
  place text not null default '',
  removed_at timestamptz
);
create unique index call_kinds_name on call_kinds (name) where removed_at is null;

create table call_hosts (
  person_id uuid primary key references people (id) on delete cascade,
  -- Separates the calls of one host from another's in the one range that must not overlap.
  lane integer generated always as identity unique,
  -- Null means the studio's.
  time_zone text,
  daily_most integer not null check (daily_most between 1 and 48),
  is_taking_calls boolean not null default true,
  last_booked_at timestamptz,
  -- Part of the address at which calendars subscribe to the calls of this host; a new version makes the old address invalid.
  feed_version integer not null default 0
);

-- By the host's clock; 1 is Monday. The time between two ranges of a day is a break.
create table call_hours (
  host_id uuid not null references call_hosts (person_id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute >= 0),
  to_minute smallint not null check (to_minute <= 1440),
  primary key (host_id, weekday, from_minute),
  check (from_minute < to_minute)
);

-- A day with other hours, or none; of the whole studio if there is no host.
create table call_exceptions (
  id uuid primary key,
  host_id uuid references call_hosts (person_id) on delete cascade,
  day date not null,
  from_minute smallint check (from_minute >= 0),
  to_minute smallint check (to_minute <= 1440),
  note text not null default '',
  check ((from_minute is null) = (to_minute is null)),
  check (from_minute is null or host_id is not null and from_minute < to_minute)
);
create index call_exceptions_host_id on call_exceptions (host_id);

create table calls (
  id uuid primary key,
  -- Null for the discovery call.
  kind_id uuid references call_kinds (id),
  lead_id uuid references leads (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  project_id uuid references projects (id) on delete set null,
  submission_id uuid unique references submissions (id) on delete set null,
  -- The same for times that were offered together.
  offer_id uuid,
  -- With whom it is.
  name text not null,
  email text not null,
  host_id uuid not null references call_hosts (person_id),
  state text not null check (state in ('offered', 'released', 'booked', 'cancelled', 'happened', 'missed')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- In minutes since 1970, buffers included, shifted into the host's lane.
  blocked int8range not null,
  -- Until when an offered time is held for the person to whom it was offered.
  hold_until timestamptz,
  -- Incremented by every change that calendars have to know of.
  sequence integer not null default 0,
  -- Incremented when a cancellation is undone: calendars get it as another event.
  generation integer not null default 0,
  visitor_zone text not null,
  -- The local times when the call was booked: rules of zones change.
  visitor_clock text not null,
  host_clock text not null,
  cancelled_by text check (cancelled_by in ('visitor', 'team')),
  reason text not null default '',
  token_hash text not null unique,
  made_at timestamptz not null,
  check (lead_id is not null or client_id is not null),
  check (starts_at < ends_at),
  check ((state = 'offered') = (hold_until is not null)),
  check ((state = 'cancelled') = (cancelled_by is not null)),
  -- No host has two calls at once.
  constraint calls_never_twice exclude using gist (blocked with &&) where (state in ('offered', 'booked'))
);
create index calls_lead_id on calls (lead_id) where lead_id is not null;
create index calls_client_id on calls (client_id) where client_id is not null;
create index calls_project_id on calls (project_id) where project_id is not null;
create index calls_offer_id on calls (offer_id) where offer_id is not null;
create index calls_host_id_starts_at on calls (host_id, starts_at);
create index calls_starts_at on calls (starts_at);

-- The emails about calls, each once for every change of a call; the subjects of their rows in the outbox.
create table call_mails (
  id uuid primary key,
  call_id uuid not null references calls (id) on delete cascade,
  kind text not null,
  audience text not null check (audience in ('visitor', 'host')),
  host_id uuid references call_hosts (person_id),
  sequence integer not null,
  -- As it was then: a call that is moved or restored meanwhile is cancelled in calendars as the event that they know.
  generation integer not null,
  starts_at timestamptz not null,
  -- A visitor caused it. It may go to an address that is not theirs, so such emails are counted when they are sent.
  is_visitors boolean not null default false,
  check ((audience = 'host') = (host_id is not null)),
  unique (call_id, kind, audience, sequence)
);

-- Booked calls of somebody who was erased: what removes them from their hosts' calendars, and nothing about the person.
create table erased_calls (
  id uuid primary key,
  host_id uuid not null references call_hosts (person_id) on delete cascade,
  -- The id by which the host's calendar knows the call.
  call_id uuid not null,
  generation integer not null,
  given_sequence integer not null,
  sequence integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);

-- An external calendar of a host. Its address is a secret: encrypted, never shown again.
create table busy_calendars (
  id uuid primary key,
  host_id uuid not null references call_hosts (person_id) on delete cascade,
  name text not null,
  sealed_address text not null,
  etag text,
  last_modified text,
  -- Until when its busy times are known: recurrences are computed only that far.
  known_until timestamptz,
  -- When it was read, when that was last tried, and why it failed, if it did.
  read_at timestamptz,
  tried_at timestamptz,
  failure text,
  -- How many of its events could not be understood.
  left_out integer not null default 0,
  made_at timestamptz not null,
  -- What was read in a way that its owner may not expect, each with how often.
  remarks jsonb not null default '{}'
);
create index busy_calendars_host_id on busy_calendars (host_id);

create table busy_times (
  calendar_id uuid not null references busy_calendars (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (starts_at < ends_at)
);
create index busy_times_calendar_id on busy_times (calendar_id, starts_at);

-- ---- Chat --------------------------------------------------------------------------------------------------------------------

-- Conversations of visitors with a person of the team.
create table conversations (
  id uuid primary key,
  -- Made by the browser that asked, so that a repeated request starts no second one.
  asked_as uuid not null unique,
  token_hash text not null unique,
  lead_id uuid references leads (id) on delete cascade,
  -- To whom an answer is emailed, once they have left their address.
  name text,
  email text,
  -- handed-back: the assistant answers again, until the visitor asks for a person again.
  state text not null check (state in ('waiting', 'live', 'handed-back', 'ended', 'mailed')),
  -- The number of the latest line.
  seq integer not null default 0,
  taken_by uuid references people (id),
  taken_by_name text,
  -- A keyed hash of the network from which it was started.
  network_key text not null,
  is_blocked boolean not null default false,
  begun_at timestamptz not null,
  -- Since when the visitor has been waiting for somebody of the team; null if they are not.
  waiting_since timestamptz,
  changed_at timestamptz not null,
  -- Of the link in emailed answers; made when the first answer is emailed. It opens the conversation once the recipient has
  -- confirmed that it was they who wrote.
  mail_token_hash text unique,
  mail_confirmed_at timestamptz,
  -- When the visitor last had a stream of it open.
  visitor_seen_at timestamptz,
  -- The number of the latest line when the team last had it open; null if nobody has.
  seen_seq integer,
  -- What the visitor asked the assistant before they asked for a person, oldest first.
  asked_before jsonb not null default '[]',
  check ((lead_id is null) = (email is null)),
  check ((name is null) = (email is null)),
  check (state <> 'mailed' or lead_id is not null),
  check ((state = 'live') = (taken_by is not null)),
  check ((taken_by is null) = (taken_by_name is null)),
  check (mail_confirmed_at is null or mail_token_hash is not null)
);
create index conversations_lead_id on conversations (lead_id) where lead_id is not null;
create index conversations_changed_at on conversations (changed_at);
create index conversations_network_key on conversations (network_key);
create trigger tell_desk after insert on conversations
  for each statement execute function tell_desk('chat-begun');
-- A visitor whom the assistant answered asks for a person again.
create trigger tell_desk_of_wait after update of waiting_since on conversations
  for each row when (old.waiting_since is null and new.waiting_since is not null) execute function tell_desk('chat-begun');
-- An open list of chats marks what nobody has seen.
create trigger tell_desk_of_seen after update of seen_seq on conversations
  for each row when (old.seen_seq is distinct from new.seen_seq) execute function tell_desk('chat-line');

-- What was written, and what happened in between: numbered from 1 without a gap.
create table conversation_lines (
  conversation_id uuid not null references conversations (id) on delete cascade,
  seq integer not null,
  -- Made by the author's browser, so that a repeated request stores it once.
  written_as uuid not null,
  -- left: the visitor was gone for a day, and it ended by itself.
  kind text not null check (kind in ('text', 'taken', 'handed-back', 'ended', 'mailed', 'left')),
  sender text not null check (sender in ('visitor', 'team')),
  author_id uuid references people (id),
  author_name text,
  content text not null,
  at timestamptz not null,
  primary key (conversation_id, seq),
  unique (conversation_id, written_as),
  check ((kind = 'text') = (content <> '')),
  check ((sender = 'team') = (author_name is not null))
);

-- Notifies every process, once this commits, which conversation has a new line, and the desk what happened.
create function tell_of_line() returns trigger language plpgsql as $$
begin
  perform pg_notify('conversation_lines', new.conversation_id::text);
  perform pg_notify('desk_changes', case new.kind when 'text' then 'chat-line' else 'chat-' || new.kind end);
  return null;
end
$$;
create trigger tell_of_line after insert on conversation_lines
  for each row execute function tell_of_line();

-- Who of the team takes chats.
create table chat_members (
  person_id uuid primary key references people (id) on delete cascade,
  takes_chats boolean not null
);

-- Networks from which no conversation can be started.
create table blocked_networks (
  network_key text primary key,
  blocked_at timestamptz not null
);
