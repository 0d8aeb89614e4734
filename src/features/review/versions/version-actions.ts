import words from '#content/desk-projects.yaml';
import { refusal, teamAction } from '#src/features/accounts/access/action.ts';
import { answerOfFiles, postedFileKey, removedFileAction } from '#src/features/files/file-actions.ts';
import { versionStages } from '#src/features/files/store/file.table.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import { restoreFiles } from './restore-file.ts';
import { markVersion, placeVersion, reorderVersion, type VersionOutcome } from './change-version.ts';

const { files: fileTexts, versions: texts } = words;

/** Returns the recording of a select: null for one of its own, undefined for no change. */
const chosenRecording = (value: string | undefined) => (value === 'own' ? null : value);

/** Runs all changes in one transaction, or none if one is rejected. */
const doAll = (db: Db, acts: readonly ((tx: Db) => Promise<VersionOutcome>)[]): Promise<VersionOutcome> =>
  allOrNothing(db, async (tx) => {
    for (const act of acts) {
      const outcome = await act(tx);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  });

/** Sets the recording of a file and its version label. */
const setAction = teamAction(async (input) => {
  const { services, person, entries } = input;
  const key = postedFileKey(input);
  const recordingId = chosenRecording(entries['recordingId']);
  const { stage } = entries;
  if (recordingId === undefined && stage === undefined) return refusal(404, fileTexts.gone);
  const known = versionStages.find((one) => one === stage) ?? null;
  if (stage !== undefined && stage !== '' && known === null) return refusal(422, texts.stageUnknown);
  const outcome = await doAll(services.db, [
    ...(recordingId === undefined
      ? []
      : [(tx: Db) => placeVersion(tx, services, person, { ...key, recordingId })]),
    ...(stage === undefined
      ? []
      : [(tx: Db) => markVersion(tx, services, person, { ...key, mark: { stage: known } })]),
  ]);
  return answerOfFiles(input, outcome, texts.locked);
});

const proposalField = /^recording-([0-9a-f-]{36})$/;

/** Applies the answers to the desk's question after uploads: which new files are versions of which recordings. */
const answerAction = teamAction(async (input) => {
  const { services, person, entries, params } = input;
  const answers = Object.entries(entries).flatMap(([field, value]) => {
    const fileId = proposalField.exec(field)?.[1];
    const recordingId = chosenRecording(value);
    return fileId === undefined || recordingId === undefined ? [] : [{ fileId, recordingId }];
  });
  if (answers.length === 0) return refusal(404, fileTexts.gone);
  const projectId = params['id'] ?? '';
  const outcome = await doAll(
    services.db,
    answers.map((answer) => (tx: Db) => placeVersion(tx, services, person, { projectId, ...answer })),
  );
  return answerOfFiles(input, outcome, texts.locked);
});

const reorderAction = (towards: 'newer' | 'older') =>
  teamAction(async (input) => {
    const { services, person } = input;
    const change = { ...postedFileKey(input), towards };
    const outcome = await reorderVersion(services.db, services, person, change);
    return answerOfFiles(input, outcome, texts.locked);
  });

const pinAction = (isPinned: boolean) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const change = { ...postedFileKey(input), mark: { isPinned } };
    const outcome = await services.db.transaction((tx) => markVersion(tx, services, person, change));
    return answerOfFiles(input, outcome, texts.locked);
  });

/** The team's actions on the versions of a project's recordings. */
export const versionActions = {
  'answer-proposals': answerAction,
  'newer-version': reorderAction('newer'),
  'older-version': reorderAction('older'),
  'pin-version': pinAction(true),
  'restore-file': removedFileAction(({ services, person }, key) =>
    restoreFiles(services.db, services, person, key),
  ),
  'set-version': setAction,
  'unpin-version': pinAction(false),
};
