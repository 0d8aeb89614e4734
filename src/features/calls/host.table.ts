import {
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { people } from '#src/features/accounts/people/person.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Those of the team who take calls. */
export const callHosts = pgTable('call_hosts', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  lane: integer().notNull().generatedAlwaysAsIdentity().unique(),
  /** Null for the studio's; `hostZone` reads either. */
  timeZone: text('time_zone'),
  dailyMost: integer('daily_most').notNull(),
  isTakingCalls: boolean('is_taking_calls').notNull().default(true),
  lastBookedAt: moment('last_booked_at'),
  /** Part of the address by which calendars subscribe to this host's calls; raised, the old one ends. */
  feedVersion: integer('feed_version').notNull().default(0),
});

/** The time zone of a host: their own, or else the studio's. */
export const hostZone = sql<string>`coalesce(${callHosts.timeZone}, ${studioCalendar.timeZone}::text)`;

const hostId = () => uuid('host_id').references(() => callHosts.personId, { onDelete: 'cascade' });

export const callHours = pgTable(
  'call_hours',
  {
    hostId: hostId().notNull(),
    /** 1 for Monday to 7 for Sunday. */
    weekday: smallint().notNull(),
    fromMinute: smallint('from_minute').notNull(),
    toMinute: smallint('to_minute').notNull(),
  },
  (hours) => [primaryKey({ columns: [hours.hostId, hours.weekday, hours.fromMinute] })],
);

export const callExceptions = pgTable('call_exceptions', {
  id: uuid().primaryKey(),
  /** Null for the whole studio. */
  hostId: hostId(),
  day: date({ mode: 'string' }).notNull(),
  /** Null if there are no calls on that day. */
  fromMinute: smallint('from_minute'),
  toMinute: smallint('to_minute'),
  note: text().notNull().default(''),
});

/**
 * What a calendar says that is read in a way its owner may not expect, each with how often: times of no zone are read by the host's
 * clocks, an event without a length blocks nothing, a day that is left out frees all of that day, entries that are no events block
 * nothing, and a zone whose definition cannot be read is the usual one of its name.
 */
export type CalendarRemarks = Readonly<
  Partial<Record<'floating' | 'noLength' | 'dayLeftOut' | 'otherEntries' | 'zoneDefinition', number>>
>;

/** A host's calendar elsewhere, read for when they are busy. */
export const busyCalendars = pgTable('busy_calendars', {
  id: uuid().primaryKey(),
  hostId: hostId().notNull(),
  name: text().notNull(),
  /** Encrypted, since anybody who has the address can read the calendar. */
  sealedAddress: text('sealed_address').notNull(),
  etag: text(),
  lastModified: text('last_modified'),
  /** Until when its busy times are known: rules repeat only as far as was asked. */
  knownUntil: moment('known_until'),
  readAt: moment('read_at'),
  triedAt: moment('tried_at'),
  /** Why the last try failed; null where it did not. */
  failure: text(),
  /** How many of its events could not be understood. */
  leftOut: integer('left_out').notNull().default(0),
  /** What was read in a way that its owner may not expect, each with how often. */
  remarks: jsonb().$type<CalendarRemarks>().notNull().default({}),
  madeAt: moment('made_at').notNull(),
});

export const busyTimes = pgTable('busy_times', {
  calendarId: uuid('calendar_id')
    .notNull()
    .references(() => busyCalendars.id, { onDelete: 'cascade' }),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
});
