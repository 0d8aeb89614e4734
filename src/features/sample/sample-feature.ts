import { emailKeyOf } from '#src/platform/mail/email-key.ts';
import { people } from '#src/features/accounts/person.table.ts';
import { issueSignInCode } from '#src/features/accounts/sign-in-codes.ts';
import type { Feature, Services } from '#src/platform/services.ts';
import { sampleClient, sampleTeam } from './sample-people.ts';

const linkLifeMs = 24 * 3600_000;

async function linkOf({ db, clock, secret, origin }: Services, email: string): Promise<string> {
  const now = clock.now();
  const { token } = await issueSignInCode(db, {
    emailKey: emailKeyOf(email),
    secret,
    now,
    lifeMs: linkLifeMs,
  });
  return `${origin}/sign-in/link?token=${token}`;
}

/** Fills a studio without a public address with its sample people, and prints how to sign in as them. */
export const sampleFeature: Feature = {
  name: 'sample',
  async register({ db, config, clock }) {
    if (config.mode !== 'sample') return;
    for (const person of [sampleClient, sampleTeam]) {
      await db
        .insert(people)
        .values({ ...person, emailKey: emailKeyOf(person.email), isSample: true, createdAt: clock.now() })
        .onConflictDoNothing();
    }
  },
  async startLines(services) {
    return [
      { label: 'Client portal', text: await linkOf(services, sampleClient.email) },
      { label: 'Team desk', text: await linkOf(services, sampleTeam.email) },
    ];
  },
};
