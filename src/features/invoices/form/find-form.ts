import { asc, desc, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import {
  findStudioDetails,
  listTaxRates,
  missingText,
} from '#src/features/invoices/settings/money-settings.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { daysAfter } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findDraft } from './drafts.ts';

/** The most projects to choose from, the latest first. */
const mostProjects = 500;

const listProjects = (db: Db) =>
  db
    .select({ id: projects.id, name: projects.name, client: clients.name })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(isNull(clients.erasedAt))
    .orderBy(desc(projects.number), asc(projects.id))
    .limit(mostProjects);

/** Returns the data of an invoice's form on a day (YYYY-MM-DD), without projects to choose from. */
export async function findOwnForm(db: Db, today: string) {
  const studio = await findStudioDetails(db);
  return {
    taxes: await listTaxRates(db),
    missing: missingText(studio),
    /** The id of the invoice, so that a form that is posted twice issues one. */
    newId: uuidv7(),
    draft: null as Awaited<ReturnType<typeof findDraft>>,
    projects: [] as Awaited<ReturnType<typeof listProjects>>,
    defaults: {
      currency: studio.currency,
      dueOn: daysAfter(today, studio.paymentDays),
      'quantity-1': '1',
    } as Readonly<Record<string, string>>,
  };
}

export type FormData = Awaited<ReturnType<typeof findOwnForm>>;

/** Returns the data of the form of a new invoice, for this project if there is one. */
export async function findNewForm(db: Db, today: string, projectId: string | null): Promise<FormData> {
  const form = await findOwnForm(db, today);
  const chosen = projectId !== null && validate(projectId) ? { projectId } : {};
  return { ...form, projects: await listProjects(db), defaults: { ...form.defaults, ...chosen } };
}

/** Returns the data of a draft's form; null if there is no such draft. */
export async function findDraftForm(db: Db, today: string, id: string | undefined): Promise<FormData | null> {
  const draft = await findDraft(db, id);
  if (!draft) return null;
  const entries = { ...draft.entries, projectId: draft.projectId ?? '' };
  return { ...(await findNewForm(db, today, null)), draft: { ...draft, entries } };
}
