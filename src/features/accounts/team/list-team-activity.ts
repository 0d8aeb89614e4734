import { desc, inArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';

const teamActivityKinds = [
  'team-invited',
  'team-disabled',
  'team-enabled',
  'passkeys-reset',
  'passkey-added',
  'passkey-removed',
] as const;

export type TeamActivityEntry = {
  readonly id: string;
  readonly at: Date;
  readonly actorName: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, string>>;
};

const shown = 20;

/** Lists the latest activity about the team, the last first. */
export const listTeamActivity = (db: Db): Promise<TeamActivityEntry[]> =>
  db
    .select({
      id: activity.id,
      at: activity.at,
      actorName: activity.actorName,
      kind: activity.kind,
      details: activity.details,
    })
    .from(activity)
    .where(inArray(activity.kind, [...teamActivityKinds]))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(shown);
