import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import words from '#content/team-emails.yaml';
import {
  doneMessages,
  fieldRefusal,
  refusal,
  teamAction,
  type Action,
} from '#src/features/accounts/access/action.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { mailPreferences, type MailPreference } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { saveIncludesTexts } from '#src/features/notifications/emails/email-texts.ts';
import {
  memberMailKinds,
  saveMemberKinds,
  saveMemberProject,
  type MemberMailKind,
} from '#src/features/notifications/emails/member-emails.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export const emailsPath = '/desk/emails';

const { studio, own, project } = words;

const { saying, doneMessageOf } = doneMessages({
  own: own.saved,
  project: project.saved,
  removed: project.removed,
  studio: studio.saved,
});

/** Returns the success message that the address of the page names. */
export const savedEmailsMessage = doneMessageOf;

const timingIn = (value: string | undefined): MailPreference | undefined =>
  mailPreferences.find((timing) => timing === value);

/** Saves what all emails of the studio contain. */
const saveStudio = teamAction(async ({ services, person, entries }) => {
  const { texts } = entries;
  if (texts !== 'yes' && texts !== 'no') return fieldRefusal('texts', studio.choose);
  const isOn = texts === 'yes';
  await services.db.transaction(async (tx) => {
    await saveIncludesTexts(tx, isOn);
    const kind = isOn ? 'email-texts-on' : 'email-texts-off';
    await recordActivity(tx, services.clock.now(), person, { kind });
  });
  return saying(emailsPath, 'studio');
});

/** Saves when the member is emailed, by kind. */
const saveKinds = teamAction(async ({ services, person, entries }) => {
  const chosen = memberMailKinds.map((kind) => [kind, timingIn(entries[kind])] as const);
  const missing = chosen.find(([, timing]) => timing === undefined);
  if (missing) return fieldRefusal(missing[0], own.choose);
  const kinds = Object.fromEntries(chosen) as Record<MemberMailKind, MailPreference>;
  await services.db.transaction((tx) => saveMemberKinds(tx, person.id, kinds));
  return saying(emailsPath, 'own');
});

/** Saves when the member is emailed about one project; `usual` removes their choice. */
const saveProject = teamAction(async ({ services, person, entries }) => {
  const { projectId = '', timing } = entries;
  const chosen = timing === 'usual' ? null : timingIn(timing);
  if (chosen === undefined) return fieldRefusal('timing', own.choose);
  if (projectId === '') return fieldRefusal('projectId', project.choose);
  const isFound = await services.db.transaction(async (tx) => {
    if (!validate(projectId)) return false;
    const known = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(eq(projects.id, projectId))
      .for('key share');
    if (known.length === 0) return false;
    await saveMemberProject(tx, { personId: person.id, projectId }, chosen);
    return true;
  });
  if (!isFound) return refusal(404, project.gone);
  return saying(emailsPath, chosen === null ? 'removed' : 'project');
});

/** The actions of the page of email settings. */
export const teamEmailsActions: Readonly<Record<string, Action>> = {
  'save-kinds': saveKinds,
  'save-project': saveProject,
  'save-studio': saveStudio,
};

/** How many projects can be chosen from. */
const mostProjects = 500;

export type ChoosableProject = { readonly id: string; readonly name: string; readonly client: string };

/** Lists the projects that a member can choose emails for, the latest first, and those with these ids. */
export async function listChoosableProjects(
  db: Db,
  chosenIds: readonly string[],
): Promise<{ readonly all: ChoosableProject[]; readonly chosen: ChoosableProject[] }> {
  const find = () =>
    db
      .select({ id: projects.id, name: projects.name, client: clients.name })
      .from(projects)
      .innerJoin(clients, and(eq(clients.id, projects.clientId), isNull(clients.erasedAt)));
  const all = await find().orderBy(asc(clients.name), asc(projects.number)).limit(mostProjects);
  const chosen = chosenIds.length === 0 ? [] : await find().where(inArray(projects.id, [...chosenIds]));
  return { all, chosen };
}
