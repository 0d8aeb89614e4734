import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMidi } from 'midi-file';
import { describe, expect, test } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { readableFileOf } from '#src/platform/readable-file.ts';
import {
  audacityLabels,
  auditionMarkers,
  cueChunks,
  midiMarkers,
  reaperCsv,
  reaperProject,
  resolveEdl,
  type Marker,
} from './marker-files.ts';
import { waveWithCues } from './wav-with-cues.ts';

const markers: Marker[] = [
  { atMs: 0, untilMs: null, text: 'Runa: from the top' },
  { atMs: 13_400, untilMs: null, text: 'Runa: lower the "gulls", they\'re too `loud` | 東京' },
  { atMs: 3_723_456, untilMs: null, text: '=SUM(A1)' },
];

const ranges: Marker[] = [
  { atMs: 1000, untilMs: 5000, text: 'Runa: the swell' },
  { atMs: 2500, untilMs: null, text: 'Ada: the cut' },
];

describe('comments as markers', () => {
  test('are read at their times from MIDI by another parser', () => {
    const { header, tracks } = parseMidi(midiMarkers(markers));
    let ticks = 0;
    let tempo = 0;
    const found: { atMs: number; text: string }[] = [];
    for (const event of tracks[0] ?? []) {
      ticks += event.deltaTime;
      if (event.type === 'setTempo') tempo = event.microsecondsPerBeat;
      if (event.type === 'marker')
        found.push({
          atMs: (ticks * tempo) / (header.ticksPerBeat ?? 1) / 1000,
          text: Buffer.from(event.text, 'latin1').toString(),
        });
    }
    expect(found.map(({ text }) => text)).toEqual(markers.map(({ text }) => text));
    found.forEach(({ atMs }, index) => {
      // Half a tick.
      expect(Math.abs(atMs - (markers[index]?.atMs ?? 0))).toBeLessThanOrEqual(0.2605);
    });
  });

  test('are one line each in a Reaper project, whatever quotes they contain', () => {
    expect(reaperProject(markers).split('\n')).toEqual([
      '<REAPER_PROJECT 0.1 "7.0" 0',
      '  MARKER 1 0.000 "Runa: from the top" 0',
      "  MARKER 2 13.400 `Runa: lower the \"gulls\", they're too 'loud' | 東京` 0",
      '  MARKER 3 3723.456 "=SUM(A1)" 0',
      '>',
      '',
    ]);
  });

  test('contain no formulas in CSV', () => {
    const [, , second = '', third = ''] = reaperCsv(markers).split('\r\n');
    expect(second).toBe('"M2","Runa: lower the ""gulls"", they\'re too `loud` | 東京","0:13.400","",""');
    expect(third).toBe('"M3","\'=SUM(A1)","62:03.456","",""');
  });

  test.each([
    ['Runa: yes,=1+1', "Runa: yes,'=1+1"],
    ['Runa: yes; =1+1', "Runa: yes;' =1+1"],
    ["=cmd|' /C calc'!A0: hello", "'=cmd|' /C calc'!A0: hello"],
    ['Runa: softer, and 3 dB less', 'Runa: softer, and 3 dB less'],
  ])('in Audition’s file, which is called .csv without quotes, run no formula: %s', (text, written) => {
    const [, line = ''] = auditionMarkers([{ atMs: 0, untilMs: null, text }]).split('\r\n');
    expect(line.split('\t').at(-1)).toBe(written);
  });

  test('have the time formats of their programs in labels and lists', () => {
    expect(audacityLabels(markers).split('\n')[2]).toBe('3723.456\t3723.456\t=SUM(A1)');
    expect(auditionMarkers(markers).split('\r\n')[2]).toBe(
      'Marker 02\t0:13.400\t0:00.000\tdecimal\tCue\tRuna: lower the "gulls", they\'re too `loud` | 東京',
    );
    const edl = resolveEdl(markers, 24);
    expect(edl).toContain('002  001      V     C        01:00:13:10 01:00:13:11');
    expect(edl).toContain('|M:Runa: lower the "gulls", they\'re too `loud` / 東京 |D:1');
    expect(edl).toContain('02:02:03:11');
  });

  test.each([
    [24_000 / 1001, 'NON-DROP FRAME', '01:00:13:09 01:00:13:10', '02:01:59:18 02:01:59:19'],
    [25, 'NON-DROP FRAME', '01:00:13:10 01:00:13:11', '02:02:03:11 02:02:03:12'],
    [30_000 / 1001, 'DROP FRAME', '01:00:13;12 01:00:13;13', '02:02:03;14 02:02:03;15'],
    [60_000 / 1001, 'DROP FRAME', '01:00:13;23 01:00:13;24', '02:02:03;28 02:02:03;29'],
  ])('for Resolve count frames at %d a second', (rate, mode, second, third) => {
    const edl = resolveEdl(markers, rate);
    expect(edl.split('\n')[1]).toBe(`FCM: ${mode}`);
    expect(edl).toContain(`002  001      V     C        ${second} ${second}`);
    expect(edl).toContain(`003  001      V     C        ${third} ${third}`);
  });

  test('become regions for ranges if a format supports them, and pairs in MIDI', () => {
    expect(reaperProject(ranges).split('\n').slice(1, 4)).toEqual([
      '  MARKER 1 1.000 "Runa: the swell" 1',
      '  MARKER 1 5.000 "" 1',
      '  MARKER 2 2.500 "Ada: the cut" 0',
    ]);
    expect(reaperCsv(ranges).split('\r\n')[1]).toBe(
      '"R1","Runa: the swell","0:01.000","0:05.000","0:04.000"',
    );
    expect(audacityLabels(ranges).split('\n')[0]).toBe('1.000\t5.000\tRuna: the swell');
    expect(auditionMarkers(ranges).split('\r\n')[1]).toContain('\t0:01.000\t0:04.000\tdecimal\tCue\t');
    expect(resolveEdl(ranges, 24)).toContain('|M:Runa: the swell |D:96');
    const texts = parseMidi(midiMarkers(ranges)).tracks[0]?.flatMap((event) =>
      event.type === 'marker' ? [event.text] : [],
    );
    expect(texts).toEqual(['[ Runa: the swell', 'Ada: the cut', '] Runa: the swell']);
  });

  test('are empty files for a recording without comments', () => {
    expect(parseMidi(midiMarkers([])).tracks[0]?.map(({ type }) => type)).toEqual(['setTempo', 'endOfTrack']);
    expect(audacityLabels([])).toBe('');
    expect(reaperProject([])).toBe('<REAPER_PROJECT 0.1 "7.0" 0\n>\n');
  });
});

describe('a copy of a WAV file with cues', () => {
  const wave = waveFileOf({ frames: 8000, sample: (frame) => Math.sin(frame / 10) });

  async function copyOf(bytes: Buffer) {
    const folder = makeTestFolder();
    writeFileSync(join(folder, 'mix.wav'), bytes);
    const handle = await open(join(folder, 'mix.wav'));
    const copy = await waveWithCues(await readableFileOf(handle), markers.slice(0, 2));
    if (!copy) {
      await handle.close();
      return { path: '', bytes: null };
    }
    const made = Buffer.from(await new Response(copy.stream).arrayBuffer());
    expect(made).toHaveLength(copy.sizeBytes);
    const path = join(folder, 'cues.wav');
    writeFileSync(path, made);
    return { path, bytes: made };
  }

  test('has the same samples and the new length', async () => {
    const { bytes } = await copyOf(wave);
    expect(bytes?.readUInt32LE(4)).toBe((bytes?.length ?? 0) - 8);
    expect(bytes?.subarray(8, wave.length)).toEqual(wave.subarray(8));
    expect(bytes?.toString('latin1', wave.length, wave.length + 4)).toBe('cue ');
  });

  test('contains the lengths of ranges', () => {
    const chunks = cueChunks(ranges, 8000);
    const at = chunks.indexOf('ltxt');
    expect([chunks.readUInt32LE(at + 8), chunks.readUInt32LE(at + 12)]).toEqual([1, 32_000]);
    expect(chunks.toString('latin1', at + 16, at + 20)).toBe('rgn ');
    expect(chunks.indexOf('ltxt', at + 4)).toBe(-1);
  });

  const cueReader = 'sndfile-info';
  const hasReader = spawnSync(cueReader, ['--version']).error === undefined;
  test.skipIf(!hasReader)('is read by sndfile-info, where that is installed (sndfile-programs)', async () => {
    const { path } = await copyOf(wave);
    const said = execFileSync(cueReader, [path], { encoding: 'utf8' });
    expect(said).toMatch(/Cue ID : +1 +Pos : +0 /);
    expect(said).toMatch(/Cue ID : +2 +Pos : +107200 /);
    expect(said).toContain('labl : 1 : Runa: from the top');
  });
});
