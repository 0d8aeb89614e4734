import sample from '#content/sample.yaml';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { clients } from '#src/features/accounts/people/client.table.ts';
import type { people } from '#src/features/accounts/people/person.table.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { type SampleCalendar, sampleIdOf } from './sample-ids.ts';

type SamplePerson = {
  readonly id: string;
  readonly role: 'client' | 'team';
  readonly name: string;
  readonly email: string;
};

type SampleClientPerson = SamplePerson & { readonly role: 'client'; readonly clientId: string };

/** Returns a person of content/sample.yaml by key. Throws if the key is unknown. */
export function samplePersonOf(key: string): SamplePerson {
  const member = sample.team.find((one) => one.key === key);
  if (!member) return sampleClientOf(key);
  return { id: sampleIdOf('team', key), role: 'team', name: member.name, email: member.email };
}

/** Returns a client's person of content/sample.yaml by key. Throws if the key is unknown. */
export function sampleClientOf(key: string): SampleClientPerson {
  const person = [...sample.clients, ...sample.colleagues].find((one) => one.key === key);
  if (!person) throw new Error(`content/sample.yaml knows no person "${key}"`);
  const { name, email } = person;
  return {
    id: sampleIdOf('person', key),
    clientId: sampleIdOf('client', 'of' in person ? person.of : key),
    role: 'client',
    name,
    email,
  };
}

/** Returns a person of content/sample.yaml by key, as the actor of an activity. */
export function sampleActorOf(key: string): Actor {
  const { id, name } = samplePersonOf(key);
  return { id, name };
}

const rowOf = ({ key, since }: { key: string; since: string }, { momentOf }: SampleCalendar) => {
  const person = samplePersonOf(key);
  return { ...person, emailKey: emailKeyOf(person.email), isSample: true, createdAt: momentOf(since) };
};

export const sampleClientRows = ({ momentOf }: SampleCalendar): (typeof clients.$inferInsert)[] =>
  sample.clients.map(({ key, name, since, lead }) => ({
    id: sampleClientOf(key).clientId,
    name,
    leadId: lead === undefined ? null : sampleIdOf('lead', lead),
    isSample: true,
    createdAt: momentOf(since),
  }));

export const samplePeopleRows = (calendar: SampleCalendar): (typeof people.$inferInsert)[] => [
  ...sample.team.map((person) => ({
    ...rowOf(person, calendar),
    canSeeMoney: true,
    canPublishWebsite: true,
  })),
  ...sample.clients.map((person) => ({ ...rowOf(person, calendar), permission: 'approve' as const })),
  ...sample.colleagues.map((person) => ({ ...rowOf(person, calendar), permission: person.may })),
];
