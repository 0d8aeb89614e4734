import { expect, test } from 'vitest';
import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { makeSoundStudio } from '#src/features/files/jobs/sound-studio.fixture.ts';
import { encodeVideo } from '#src/audio/encoded-sound.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { findReportData } from './report-data.ts';

const rateHz = 48_000;
const quietMs = 2000;

/** Two seconds of silence, then two of a tone that is inverted in one channel. */
const inverted = waveFileOf({
  rateHz,
  channels: 2,
  frames: 4 * rateHz,
  sample: (frame, channel) =>
    frame < (quietMs * rateHz) / 1000
      ? 0
      : (channel === 0 ? 0.5 : -0.5) * Math.sin(frame / 7 + Math.sin(frame / 991)),
});

describeOnOneDatabase('the report of a recording', (open) => {
  test('returns measures, faults and checks to its client and the team only', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const { fileId, sha256 } = await studio.add({ bytes: inverted });
    const before = await findReportData(db, studio.client, fileId);
    expect(before).toMatchObject({ state: 'measuring', reason: null, sha256, frames: null, checks: [] });
    await studio.measure();
    const report = await findReportData(db, studio.client, fileId);
    expect(report).toMatchObject({
      state: 'measured',
      reason: null,
      container: 'wav',
      codec: 'pcm_s16le',
      sampleRateHz: rateHz,
      bitDepth: 16,
      channels: 2,
      frames: 4 * rateHz,
      durationMs: 4000,
    });
    for (const figure of ['integratedLufs', 'maxMomentaryLufs', 'truePeakDbtp'] as const)
      expect(report?.[figure]).toBeLessThan(0);
    const kinds = report?.findings.map(({ kind }) => kind);
    expect(kinds).toContain('inverted-channel');
    const head = report?.findings.find(({ kind }) => kind === 'silence-head');
    expect(head?.startMs).toBe(0);
    expect(Math.abs((head?.endMs ?? 0) - quietMs)).toBeLessThanOrEqual(10);
    expect(kinds).not.toContain('silence-tail');
    expect(report?.checks.map(({ spec }) => spec)).toEqual(delivery.specifications.map(({ name }) => name));
    const netflix = report?.checks.find(({ spec }) => spec === 'Netflix');
    expect(netflix?.rules[0]).toMatchObject({ limit: null, measured: null, verdict: 'not-measurable' });
    const r128 = report?.checks.find(({ spec }) => spec === 'EBU R 128');
    expect(r128).toMatchObject({ verdict: 'fail', source: 'EBU R 128, version 5.0 (2023)' });
    expect(r128?.rules[1]).toMatchObject({ limit: { from: null, to: -1 }, measured: report?.truePeakDbtp });
    expect(await findReportData(db, studio.team, fileId)).toEqual(report);
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    for (const id of [fileId, undefined, "x'--"]) expect(await findReportData(db, stranger, id)).toBeNull();
  });

  test('places faults at the end of a video’s sound, not of its picture', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const args = ['-af', 'apad=pad_dur=1', '-c:a', 'pcm_s16le', '-f', 'mov'];
    const path = await encodeVideo(studio.dataDir, 'scene.mov', { pictureS: 5, startS: 0, args });
    const { fileId } = await studio.add({ path }, 'Scene.mov');
    await studio.measure();
    const report = await findReportData(db, studio.team, fileId);
    const tail = report?.findings.find(({ kind }) => kind === 'silence-tail');
    expect([report?.durationMs, tail?.endMs]).toEqual([3000, 3000]);
    expect(Math.abs((tail?.startMs ?? 0) - 2000)).toBeLessThanOrEqual(20);
  });

  test('has no levels for silence and a reason for an unreadable file', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const silent = await studio.add({
      bytes: waveFileOf({ rateHz, frames: 2 * rateHz, sample: () => 0 }),
    });
    const playlist = await studio.add({ bytes: Buffer.from('#EXTM3U\nfile:///etc/passwd\n') }, 'Mix.wav');
    const cut = await studio.add({ bytes: inverted.subarray(0, 20) }, 'Cut.wav');
    const half = await studio.add({ bytes: inverted.subarray(0, inverted.length / 2) }, 'Half.wav');
    for (let waiting = 0; waiting < 3; waiting += 1) await studio.measure();
    expect(await findReportData(db, studio.team, half.fileId)).toMatchObject({
      state: 'measured',
      reason: `${fill(sound.notes.cut, { declared: '0:04.000', held: '0:02.000' })} ${sound.notes.silent}`,
    });
    const nothing = { integratedLufs: null, truePeakDbtp: null };
    const report = await findReportData(db, studio.team, silent.fileId);
    expect(report).toMatchObject({ state: 'measured', reason: sound.notes.silent, ...nothing });
    expect(report?.findings).toEqual([
      { kind: 'silence-head', startMs: 0, endMs: 2000, detail: sound.silences.whole.label },
    ]);
    expect(report?.notMeasurable).toContainEqual({
      figure: 'integratedLufs',
      reason: 'not measurable, because it holds only silence',
    });
    for (const [{ fileId }, reason] of [
      [playlist, sound.reasons['no-sound']],
      [cut, sound.reasons.unreadable],
    ] as const)
      expect(await findReportData(db, studio.team, fileId)).toMatchObject({
        state: 'unreadable',
        reason,
        ...nothing,
        findings: [],
        checks: [],
      });
  });

  test('reports a valid file without samples as empty, not damaged', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const empty = await studio.add({ bytes: waveFileOf({ frames: 0, sample: () => 0 }) }, 'Empty.wav');
    await studio.measure();
    expect(await findReportData(db, studio.client, empty.fileId)).toMatchObject({
      state: 'measured',
      reason: sound.reasons.empty,
      frames: 0,
      durationMs: 0,
      integratedLufs: null,
      findings: [],
    });
  });
});
