import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { issueSignInCode } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { dayMs } from '#src/platform/durations.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import type { Feature, Services, StartLine } from '#src/platform/services/services.ts';

const linkLifeMs = dayMs;

/** Returns a one-time sign-in link for the first sample person of a role, or null if none can sign in. */
async function linkOf({ db, clock, secret, origin }: Services, role: 'client' | 'team') {
  const [person] = await db
    .select({ emailKey: people.emailKey })
    .from(people)
    .where(and(eq(people.isSample, true), eq(people.role, role), isNull(people.disabledAt)))
    .orderBy(people.createdAt)
    .limit(1);
  if (!person) return null;
  const now = clock.now();
  const { token } = await issueSignInCode(db, { ...person, secret, now, lifeMs: linkLifeMs });
  return `${origin}/sign-in/link?token=${token}`;
}

/** The lines to print for a role without a sample person. */
const plainLines = ({ origin }: Services): Record<'client' | 'team', StartLine> => ({
  client: { label: 'Client portal', text: `${origin}/portal (no sample client; a client signs in)` },
  team: {
    label: 'Team desk',
    text: `${origin}/desk (no sample team; begin with: npm run team:invite -- name@studio.example)`,
  },
});

/** Creates the sample studio once, in sample mode, and prints sign-in links. */
export const sampleFeature: Feature = {
  name: 'sample',
  async register({ db, config, clock, log, secret }) {
    if (config.mode !== 'sample') return;
    // Needed once, so it is loaded only here.
    const { makeSampleStudio } = await import('./make-sample-studio.ts');
    const { readSampleMeasures, sampleBytesIn } = await import('./sample-files.ts');
    const readBytes = sampleBytesIn(projectRootFrom(import.meta.dirname));
    const isMade = await makeSampleStudio({
      db,
      fileStore: fileStoreOf(config),
      secret,
      now: clock.now(),
      readBytes,
      measures: await readSampleMeasures(readBytes),
    });
    if (isMade) log.info('made the sample studio');
  },
  async startLines(services) {
    const plain = plainLines(services);
    return Promise.all(
      (['client', 'team'] as const).map(async (role) => {
        const link = await linkOf(services, role);
        return link === null ? plain[role] : { label: plain[role].label, text: link };
      }),
    );
  },
};
