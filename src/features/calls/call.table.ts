import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { callHosts } from './host.table.ts';

const int8range = customType<{ data: string }>({ dataType: () => 'int8range' });
const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Whether an unreadable calendar counts by its last reading or as always busy. */
export const unreadCalendarRules = ['last', 'busy'] as const;

/** Call settings: one row, or none while every setting is at its default. */
export const callSettings = pgTable('call_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  /** The discovery call's length and the interval between its start times. */
  lengthMin: integer('length_min').notNull(),
  stepMin: integer('step_min').notNull(),
  noticeMin: integer('notice_min').notNull(),
  horizonDays: integer('horizon_days').notNull(),
  bufferBeforeMin: integer('buffer_before_min').notNull(),
  bufferAfterMin: integer('buffer_after_min').notNull(),
  place: text().notNull(),
  unreadCalendar: text('unread_calendar', { enum: unreadCalendarRules }).notNull(),
});

/** Kinds of meetings other than the discovery call; only the team can book or offer them. */
export const callKinds = pgTable('call_kinds', {
  id: uuid().primaryKey(),
  /** Unique among kinds that have not been removed. */
  name: text().notNull(),
  lengthMin: integer('length_min').notNull(),
  place: text().notNull().default(''),
  removedAt: moment('removed_at'),
});

const callStates = ['offered', 'released', 'booked', 'cancelled', 'happened', 'missed'] as const;

export type CallState = (typeof callStates)[number];

export const calls = pgTable('calls', {
  id: uuid().primaryKey(),
  /** Null for the discovery call. */
  kindId: uuid('kind_id').references(() => callKinds.id),
  leadId: uuid('lead_id').references(() => leads.id, { onDelete: 'cascade' }),
  clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
  projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
  submissionId: uuid('submission_id').references(() => submissions.id, { onDelete: 'set null' }),
  /** Shared by times that were offered together. */
  offerId: uuid('offer_id'),
  /** The missed or cancelled call that this one replaces. */
  replacesId: uuid('replaces_id').references((): AnyPgColumn => calls.id, { onDelete: 'set null' }),
  /** The person the call is with. */
  name: text().notNull(),
  email: text().notNull(),
  hostId: uuid('host_id')
    .notNull()
    .references(() => callHosts.personId),
  state: text({ enum: callStates }).notNull(),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  /** Minutes since 1970, buffers included, offset by the host's lane so that hosts never overlap. */
  blocked: int8range().notNull(),
  holdUntil: moment('hold_until'),
  sequence: integer().notNull().default(0),
  generation: integer().notNull().default(0),
  visitorZone: text('visitor_zone').notNull(),
  visitorClock: text('visitor_clock').notNull(),
  hostClock: text('host_clock').notNull(),
  cancelledBy: text('cancelled_by', { enum: ['visitor', 'team'] }),
  reason: text().notNull().default(''),
  tokenHash: text('token_hash').notNull(),
  madeAt: moment('made_at').notNull(),
});

export type Call = typeof calls.$inferSelect;

/** Matches calls that occupy their time: booked or offered. */
export const holdsTime = sql`${calls.state} in ('offered', 'booked')`;

export const callMailOccasions = [
  'offered',
  /** An offer of new times after a missed call. */
  'missed',
  'booked',
  'moved',
  'cancelled',
  'reminder-day',
  'reminder-hour',
] as const;

export type CallMailKind = (typeof callMailOccasions)[number];

/** Emails about calls in the outbox: one per audience for every change of a call. */
export const callMails = pgTable(
  'call_mails',
  {
    id: uuid().primaryKey(),
    callId: uuid('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    kind: text({ enum: callMailOccasions }).notNull(),
    audience: text({ enum: ['visitor', 'host'] }).notNull(),
    /** The receiving host; null if it is sent to the visitor. */
    hostId: uuid('host_id').references(() => callHosts.personId),
    /** The call's SEQUENCE and start when this email was queued. */
    sequence: integer().notNull(),
    generation: integer().notNull(),
    startsAt: moment('starts_at').notNull(),
    /** True if the visitor made the change, false if the team did. */
    isVisitors: boolean('is_visitors').notNull().default(false),
  },
  (mails) => [unique().on(mails.callId, mails.kind, mails.audience, mails.sequence)],
);

/** Booked calls whose visitor was erased: only what is needed to remove them from their hosts' calendars. */
export const erasedCalls = pgTable('erased_calls', {
  id: uuid().primaryKey(),
  hostId: uuid('host_id')
    .notNull()
    .references(() => callHosts.personId, { onDelete: 'cascade' }),
  callId: uuid('call_id').notNull(),
  generation: integer().notNull(),
  /** The SEQUENCE with which the host was first invited. */
  givenSequence: integer('given_sequence').notNull(),
  sequence: integer().notNull(),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
});
