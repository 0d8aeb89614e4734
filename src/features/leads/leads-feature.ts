import { and, count, eq, isNotNull, min } from 'drizzle-orm';
import type { MetricGroup } from '#src/platform/metrics/metric-group.ts';
import type { Feature, Services } from '#src/platform/services/services.ts';
import { formNames } from './form-names.ts';
import { formHandlersOf } from './submissions/form-handler.ts';
import { pruneReplyFiles } from './lead-page/reply-files.ts';
import { leads } from './lead.table.ts';

/** Returns the number of waiting leads and the longest wait as metrics. */
const waitingLeads = ({ db, clock }: Pick<Services, 'db' | 'clock'>): MetricGroup => ({
  name: 'leads',
  gauges: {
    leads_waiting: { help: 'Leads that wait for an answer.' },
    leads_longest_wait_seconds: { help: 'For how long the lead has waited that waits longest.' },
  },
  async read() {
    const { waitingSince, isHeld } = leads;
    const [found] = await db
      .select({ waiting: count(), since: min(waitingSince) })
      .from(leads)
      .where(and(eq(isHeld, false), isNotNull(waitingSince)));
    const { waiting = 0, since = null } = found ?? {};
    const seconds = since === null ? 0 : (clock.now().getTime() - since.getTime()) / 1000;
    return { leads_waiting: waiting, leads_longest_wait_seconds: Math.max(0, seconds) };
  },
});

/** Registers the forms, except the discovery call's, which `calls` handles. */
export const leadsFeature: Feature = {
  name: 'leads',
  metrics: (services) => [waitingLeads(services)],
  // Replies to leads may have attached files.
  uploads: ['/desk/leads/[id]/reply'],
  prune: ({ db, clock }) => pruneReplyFiles(db, clock.now()),
  posts: (services) =>
    formHandlersOf(
      services,
      formNames.filter((name) => name !== 'discovery-call'),
    ),
};
