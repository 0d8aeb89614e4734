import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { schemas } from '#content/schemas.ts';
import { cueListPdf, loudnessCsv } from './sample-documents.ts';
import { mixSound, rateHz } from './sample-sounds.ts';
import { waveFileOf } from './wave-file.ts';

const source = join(import.meta.dirname, '../../content/sample-files.yaml');

/** The bytes of every sample file by their name in content/sample.yaml, the same in every build. */
export function sampleFiles(): ReadonlyMap<string, Buffer> {
  const content = schemas['sample-files'].parse(parse(readFileSync(source, 'utf8')));
  const sounds = new Map(
    Object.entries(content.sounds).map(([name, sound]) => [name, mixSound(sound, content.parts)]),
  );
  const measured = sounds.get(content.loudness.of) ?? new Float32Array();
  return new Map([
    ...[...sounds].map(([name, samples]): [string, Buffer] => [name, waveFileOf(samples, rateHz)]),
    ['cue-list', cueListPdf(content.cueList)],
    ['loudness', loudnessCsv(content.loudness.columns, measured, rateHz)],
  ]);
}
