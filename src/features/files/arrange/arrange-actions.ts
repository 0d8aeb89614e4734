import { eq } from 'drizzle-orm';
import words from '#content/desk-projects.yaml';
import texts from '#content/file-lists.yaml';
import {
  fieldRefusal,
  isSure,
  personAction,
  question,
  refusal,
  teamAction,
  type ActionOutcome,
  type PersonInput,
  type TeamInput,
} from '#src/features/accounts/access/action.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { lockProjectOf } from '#src/features/projects/projects.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest } from '#src/platform/field.schema.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { namesText, severalOf } from '#src/workspace/count-words.ts';
import { checkText, present } from '#src/workspace/form-checks.ts';
import { fileLabelOf } from '../file-name.tsx';
import { answerOfFiles, postedFileKey } from '../file-actions.ts';
import { listProjectFiles, type ProjectFile } from '../list-project-files.ts';
import { isPlayed } from '../store/file-type.ts';
import { fileGroups, versionStages } from '../store/file.table.ts';
import { describeFile } from '../files.ts';
import { setFormat, type FormatOutcome } from './formats.ts';
import { orderFile, type Place } from './order-files.ts';
import {
  findChosen,
  labelFiles,
  moveFiles,
  removeFiles,
  requestApprovals,
  toRequest,
  type ChosenFiles,
} from './several-files.ts';

const { files: fileTexts } = words;

/** Returns the posted files; all of the project with “Select all”, which works without scripts. */
async function postedFiles(db: Db, { params, entries }: PersonInput): Promise<ChosenFiles> {
  const projectId = params['id'] ?? '';
  const fileIds = (entries['file'] ?? '').split(' ').filter(Boolean);
  if (entries['all'] !== 'yes' || fileIds.length > 0) return { projectId, fileIds };
  return { projectId, fileIds: (await listProjectFiles(db, projectId)).map(({ id }) => id) };
}

const fileNamesText = (chosen: readonly ProjectFile[]) => namesText(chosen.map((file) => fileLabelOf(file)));

async function clientNameOf(db: Db, projectId: string): Promise<string> {
  const [client] = await db
    .select({ name: clients.name })
    .from(clients)
    .innerJoin(projects, eq(projects.clientId, clients.id))
    .where(eq(projects.id, projectId));
  return client?.name ?? '';
}

type Chosen = ChosenFiles & { readonly found: readonly ProjectFile[] };

/** Creates a team action on the chosen files. Without any, and for other projects' files, nothing happens. */
const onChosen = (act: (input: TeamInput, chosen: Chosen) => Promise<ActionOutcome>) =>
  teamAction(async (input) => {
    const { db } = input.services;
    const chosen = await postedFiles(db, input);
    if (chosen.fileIds.length === 0) return refusal(422, texts.noneChosen);
    const found = await findChosen(db, chosen);
    return found ? act(input, { ...chosen, found }) : refusal(404, fileTexts.gone);
  });

const requestAction = onChosen(async (input, chosen) => {
  const { services, person, entries } = input;
  const asked = toRequest(chosen.found);
  if (asked.length === 0) return refusal(409, texts.request.none);
  if (!isSure(entries)) {
    const client = await clientNameOf(services.db, chosen.projectId);
    const title = fill(severalOf(asked.length, texts.request.title), { client: nameOf(client, '') });
    return question(title, { texts: [fileNamesText(asked), texts.request.text], yes: texts.request.yes });
  }
  const done = await requestApprovals(services.db, services, person, chosen);
  return answerOfFiles(input, done, fileTexts.isApproved);
});

const deleteAction = onChosen(async (input, chosen) => {
  const { services, person, entries } = input;
  const approved = chosen.found.filter(({ approvedAt }) => approvedAt !== null);
  if (approved.length > 0)
    return refusal(
      409,
      fill(texts.delete.approved[approved.length === 1 ? 0 : 1], { files: fileNamesText(approved) }),
    );
  if (!isSure(entries)) {
    const title = severalOf(chosen.found.length, texts.delete.title);
    const about = [fileNamesText(chosen.found), texts.delete.text];
    return question(title, { texts: about, yes: texts.delete.yes, isDanger: true });
  }
  const done = await removeFiles(services.db, services, person, chosen);
  return answerOfFiles(input, done, fileTexts.isApproved);
});

const labelAction = onChosen(async (input, { projectId, fileIds }) => {
  const { services, person, entries } = input;
  const { stage = '', group = '' } = entries;
  const known = versionStages.find((one) => one === stage);
  const knownGroup = fileGroups.find((one) => one === group);
  if (stage !== '' && stage !== 'none' && known === undefined)
    return fieldRefusal('stage', words.versions.stageUnknown);
  if (group !== '' && group !== 'auto' && knownGroup === undefined)
    return fieldRefusal('group', texts.groupUnknown);
  if (stage === '' && group === '') return fieldRefusal('stage', texts.label.none);
  const labels = {
    ...(stage !== '' && { stage: known ?? null }),
    ...(group !== '' && { group: knownGroup ?? null }),
  };
  const done = await labelFiles(services.db, services, person, { projectId, fileIds, ...labels });
  return answerOfFiles(input, done, fileTexts.isApproved);
});

const moveAction = onChosen(async (input, { projectId, fileIds }) => {
  const { services, person, entries } = input;
  const { to = '' } = entries;
  if (to === '') return fieldRefusal('to', texts.move.none);
  const done = await moveFiles(services.db, services, person, { projectId, fileIds, to });
  if (done.ok) return { ok: true, next: `/desk/projects/${projectId}#files` };
  return done.reason === 'no-target'
    ? fieldRefusal('to', texts.move.gone, 404)
    : refusal(404, fileTexts.gone);
});

/** Opens the share page with the chosen recordings. */
const shareAction = personAction(async (input) => {
  const { services, person } = input;
  const { db } = services;
  const project = await db.transaction((tx) => lockProjectOf(tx, person, input.params['id'] ?? ''));
  const chosen = project && (await postedFiles(db, input));
  const found = chosen && (await findChosen(db, chosen));
  if (chosen?.fileIds.length === 0) return refusal(422, texts.noneChosen);
  if (!chosen || !found) return refusal(404, fileTexts.gone);
  const sounds = found.filter((file) => isPlayed(file)).map(({ id }) => id);
  // In the order of the list.
  const ordered = chosen.fileIds.filter((id) => sounds.includes(id));
  if (ordered.length === 0) return refusal(409, texts.share.none);
  const query = new URLSearchParams(ordered.map((id) => ['file', id]));
  return { ok: true, next: `/portal/projects/${chosen.projectId}/share?${query}` };
});

const describeAction = teamAction(async (input) => {
  const { services, person, entries } = input;
  const { name = '', note = '', group = '' } = entries;
  const knownGroup = fileGroups.find((one) => one === group) ?? null;
  const errors = present([
    checkText(entries, 'name', { max: longest.name, isLine: true, missing: texts.describe.noName }),
    checkText(entries, 'note', { missing: null }),
  ]);
  const [first] = errors;
  if (first) return { ok: false, status: 422, error: first.message, errors };
  if (group !== '' && knownGroup === null) return fieldRefusal('group', texts.groupUnknown);
  const change = { ...postedFileKey(input), name: name.trim(), note, group: knownGroup };
  const done = await services.db.transaction((tx) => describeFile(tx, services, person, change));
  return answerOfFiles(input, done, fileTexts.isApproved);
});

const orderAction = (placeOf: (entries: PersonInput['entries']) => Place) =>
  teamAction(async (input) => {
    const { services, person, entries } = input;
    const change = { ...postedFileKey(input), to: placeOf(entries) };
    const done = await orderFile(services.db, services, person, change);
    return answerOfFiles(input, done, fileTexts.isApproved);
  });

function formatAnswer(input: PersonInput, done: FormatOutcome): ActionOutcome {
  if (done.ok) return answerOfFiles(input, done, texts.formats.isApproved);
  const { reason } = done;
  if (reason === 'has-versions') return refusal(409, texts.formats.hasVersions);
  return answerOfFiles(input, { ok: false, reason }, texts.formats.isApproved);
}

const proposalField = /^format-([0-9a-f-]{36})$/;

/** Applies the answers to the question which files are other formats of the same recording. */
const answerFormatsAction = teamAction(async (input) => {
  const { services, person, entries, params } = input;
  const projectId = params['id'] ?? '';
  const answers = Object.entries(entries).flatMap(([field, value]) => {
    const fileId = proposalField.exec(field)?.[1];
    return fileId === undefined ? [] : [{ projectId, fileId, formatOf: value === 'own' ? null : value }];
  });
  if (answers.length === 0) return refusal(404, fileTexts.gone);
  const done = await allOrNothing(services.db, async (tx): Promise<FormatOutcome> => {
    for (const answer of answers) {
      const outcome = await setFormat(tx, services, person, answer);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  });
  return formatAnswer(input, done);
});

const splitFormatAction = teamAction(async (input) => {
  const { services, person } = input;
  const change = { ...postedFileKey(input), formatOf: null };
  const done = await services.db.transaction((tx) => setFormat(tx, services, person, change));
  return formatAnswer(input, done);
});

/** Opens the share page with the chosen files, for the team and for a client. */
export const shareFilesAction = { 'share-files': shareAction };

/** The team's actions on the list of a project's files. */
export const arrangeActions = {
  ...shareFilesAction,
  'answer-formats': answerFormatsAction,
  'delete-files': deleteAction,
  'describe-file': describeAction,
  'label-files': labelAction,
  'move-files': moveAction,
  'move-down': orderAction(() => 'down'),
  'move-up': orderAction(() => 'up'),
  'order-by-name': orderAction(() => 'by-name'),
  'order-file': orderAction(({ of = '' }) => ({ of })),
  'request-approval': requestAction,
  'split-format': splitFormatAction,
};
