import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { files } from '../store/file.table.ts';
import { inLine } from '../measurements/find-measurement.ts';
import { measuringLease } from '../measurements/request-measuring.ts';
import { soundMeasurements, type StoredArtefacts } from '../measurements/sound-measurement.table.ts';
import type { MeasuringOutcome } from '#src/audio/measure-sound.ts';
import { rowOfPicture, rowOfSound } from '#src/audio/sound-measures.ts';
import type { Db } from '#src/platform/database/database.ts';
import { lockViewers, tellPages } from './notify-viewers.ts';

/** How many of those next in line, and of those behind them, are shown their new place at once. */
const toldAtOnce = 20;

/**
 * Lists the waiting recordings without figures whose pages are told their new place in the queue: the next twenty, and twenty of
 * the rest at random. So each is told now and then, at the same cost however many wait.
 */
async function listTold(tx: Db): Promise<string[]> {
  const { sha256, state, measures } = soundMeasurements;
  const waiting = () =>
    tx
      .select({ sha256 })
      .from(soundMeasurements)
      .where(and(eq(state, 'waiting'), isNull(measures)))
      .orderBy(...inLine);
  const next = await waiting().limit(toldAtOnce);
  if (next.length < toldAtOnce) return next.map((each) => each.sha256);
  const behind = waiting().offset(toldAtOnce).as('behind');
  const drawn = await tx
    .select({ sha256: behind.sha256 })
    .from(behind)
    .orderBy(sql`random()`)
    .limit(toldAtOnce);
  return [...next, ...drawn].map((each) => each.sha256);
}

/** What is compared with these bytes lies elsewhere where they are another sound to the decoder than before. */
async function compareAgain(tx: Db, sha256: string, now: Date): Promise<void> {
  const { olderSha256, newerSha256 } = soundComparisons;
  await tx
    .update(soundComparisons)
    .set({ state: 'waiting', askedAt: now, attempts: 0, leasedUntil: null })
    .where(or(eq(olderSha256, sha256), eq(newerSha256, sha256)));
}

type Result = { readonly outcome: MeasuringOutcome; readonly artefacts: StoredArtefacts };

/**
 * Keeps what came of measuring these bytes, and writes length and waveform to every file that has them; open pages show that,
 * and those of what waits behind it their new place. Returns the storage
 * keys of what nothing refers to any more: what an earlier measuring made, or the new where the bytes are wanted no more.
 */
export async function keepMeasures(
  db: Db,
  sha256: string,
  { outcome, artefacts: { rendition, ...artefacts } }: Result,
  now: Date,
): Promise<string[]> {
  const isMeasured = outcome.kind === 'measured';
  const picture = isMeasured ? null : (outcome.picture ?? null);
  return db.transaction(async (tx) => {
    const viewers = await lockViewers(tx, [sha256, ...(await listTold(tx))]);
    const [before] = await tx
      .select({
        renditionKey: soundMeasurements.renditionKey,
        artefacts: soundMeasurements.artefacts,
        measures: soundMeasurements.measures,
      })
      .from(soundMeasurements)
      .where(measuringLease.isHeld({ sha256 }))
      .for('update');
    if (!before) return [rendition ?? [], Object.values(artefacts)].flat();
    // It was made from the same bytes, so it stays.
    const { light, ...old } = before.artefacts;
    await tx
      .update(soundMeasurements)
      .set({
        state: outcome.kind,
        percent: 100,
        leasedUntil: null,
        measuredAt: now,
        renditionKey: rendition ?? null,
        artefacts: light === undefined ? artefacts : { ...artefacts, light },
        reason: isMeasured ? null : outcome.reason,
        measures: isMeasured ? outcome.measures : null,
        picture,
      })
      .where(eq(soundMeasurements.sha256, sha256));
    if (isMeasured && before.measures && before.measures.frames !== outcome.measures.frames)
      await compareAgain(tx, sha256, now);
    const row = isMeasured ? rowOfSound(outcome.measures) : picture && rowOfPicture(picture);
    if (row) await tx.update(files).set(row).where(eq(files.sha256, sha256));
    await tellPages(tx, viewers, 'file-measured', now);
    return [before.renditionKey ?? [], Object.values(old)].flat();
  });
}
