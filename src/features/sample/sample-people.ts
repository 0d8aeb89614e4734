import sample from '#content/sample.yaml';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { SampleCalendar } from './sample-calendar.ts';
import { sampleIdOf } from './sample-id.ts';

type SamplePerson = {
  readonly id: string;
  readonly role: 'client' | 'team';
  readonly name: string;
  readonly email: string;
};

/** A person of content/sample.yaml by their key; throws for an unknown key. */
export function samplePersonOf(key: string): SamplePerson {
  const role = sample.team.some((person) => person.key === key) ? 'team' : 'client';
  const person = [...sample.team, ...sample.clients].find((one) => one.key === key);
  if (!person) throw new Error(`content/sample.yaml knows no person "${key}"`);
  return { id: sampleIdOf(role, key), role, name: person.name, email: person.email };
}

/** A person of content/sample.yaml by their key, as the actor of something. */
export function sampleActorOf(key: string): Actor {
  const { id, name } = samplePersonOf(key);
  return { id, name };
}

const rowOf = ({ key, since }: { key: string; since: string }, calendar: SampleCalendar) => {
  const person = samplePersonOf(key);
  const createdAt = calendar.momentOf(since);
  return { ...person, emailKey: emailKeyOf(person.email), isSample: true, createdAt };
};

export const samplePeopleRows = (calendar: SampleCalendar): (typeof people.$inferInsert)[] => [
  ...sample.team.map((person) => rowOf(person, calendar)),
  ...sample.clients.map((person) => ({
    ...rowOf(person, calendar),
    leadId: person.lead === undefined ? null : sampleIdOf('lead', person.lead),
  })),
];
