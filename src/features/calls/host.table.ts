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

/** Team members who take calls. */
export const callHosts = pgTable('call_hosts', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  lane: integer().notNull().generatedAlwaysAsIdentity().unique(),
  /** Null for the studio's zone; read it with `hostZone`. */
  timeZone: text('time_zone'),
  dailyMost: integer('daily_most').notNull(),
  isTakingCalls: boolean('is_taking_calls').notNull().default(true),
  lastBookedAt: moment('last_booked_at'),
  /** Part of the feed's address; incrementing it makes the old address invalid. */
  feedVersion: integer('feed_version').notNull().default(0),
});

/** Selects a host's time zone: their own, or else the studio's. */
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
 * Counts of what is read in a way that a calendar's owner may not expect: times without a zone are read in the host's
 * zone, an event without a length blocks nothing, an excluded day removes every occurrence of that day, entries that
 * are not events block nothing, and a zone with an unreadable definition falls back to the IANA zone of its name.
 */
export type CalendarRemarks = Readonly<
  Partial<Record<'floating' | 'noLength' | 'dayLeftOut' | 'otherEntries' | 'zoneDefinition', number>>
>;

/** A host's external calendar, read for their busy times. */
export const busyCalendars = pgTable('busy_calendars', {
  id: uuid().primaryKey(),
  hostId: hostId().notNull(),
  name: text().notNull(),
  /** Encrypted, since anyone with the address can read the calendar. */
  sealedAddress: text('sealed_address').notNull(),
  etag: text(),
  lastModified: text('last_modified'),
  /** The end of the period whose busy times are known; recurring events are expanded only that far. */
  knownUntil: moment('known_until'),
  readAt: moment('read_at'),
  triedAt: moment('tried_at'),
  /** Why the last reading failed; null if it succeeded. */
  failure: text(),
  /** The number of events that could not be read. */
  leftOut: integer('left_out').notNull().default(0),
  /** Counts of what was read in a way its owner may not expect. */
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
