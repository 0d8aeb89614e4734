import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figurePathOf } from '#src/audio/figure-path.ts';
import { report, reportNotRun, type Row } from '../drills/report.ts';
import { encoder, encodeSound } from './long-sound.ts';

/**
 * Prints the CPU time of whole processes that measure ten minutes of sound (`npm run bench -- sound 300 1`: five, each once),
 * ours and the system's ffmpeg by turns: we decode, measure and draw it and, where browsers need it, encode it as FLAC;
 * ffmpeg measures loudness, true peak and statistics, draws a spectrum, and encodes the same FLAC. Requires ffmpeg.
 */
const [soundS = 600, rounds = 2] = process.argv.slice(2).map(Number);
const program = join(import.meta.dirname, 'sound-process.ts');

/** The ratios that are promised, ours to ffmpeg's. */
const [mostOfWave, mostOfOthers] = [0.65, 1];

type Form = { readonly name: string; readonly ending: string; readonly rate: number; readonly args: string };

const forms: readonly Form[] = [
  { name: 'WAV 48 kHz, 24 bit', ending: 'wav', rate: 48_000, args: '-c:a pcm_s24le' },
  { name: 'WAV 96 kHz, 24 bit', ending: 'wav', rate: 96_000, args: '-c:a pcm_s24le' },
  { name: 'FLAC 48 kHz, 24 bit', ending: 'flac', rate: 48_000, args: '-c:a flac -sample_fmt s32' },
  { name: 'AIFF 48 kHz, 24 bit', ending: 'aiff', rate: 48_000, args: '-c:a pcm_s24be' },
  { name: 'AAC 48 kHz', ending: 'm4a', rate: 48_000, args: '-c:a aac -b:a 256k' },
  { name: 'MP3 48 kHz', ending: 'mp3', rate: 48_000, args: '-c:a libmp3lame -b:a 320k' },
];

/** How each number of channels is made from two. */
const layouts = [
  { channels: 1, mix: 'pan=mono|c0=0.6*c0+0.4*c1' },
  { channels: 2, mix: 'anull' },
  {
    channels: 6,
    mix: 'pan=5.1|c0=c0|c1=c1|c2=0.6*c0+0.4*c1|c3=0.2*c0|c4=0.5*c1|c5=0.5*c0,adelay=0|0|10|20|400|410',
  },
];

/** Returns the CPU seconds of a child process, which is waited for. */
function cpuSecondsOf(run: () => void): number {
  const ticks = () => {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[13]) + Number(fields[14]);
  };
  const before = ticks();
  run();
  return (ticks() - before) / 100;
}

const measuring =
  '[0:a]asplit=2[a][b];[a]ebur128=peak=true,astats[measured];[b]showspectrumpic=s=1200x256[picture]';

function theirs(path: string, withFlac: boolean): void {
  const flac = withFlac ? '-map 0:a -map_metadata -1 -c:a flac -compression_level 2' : '';
  const bits = /\.(wav|aiff)$/.test(path) ? 's32' : 's16';
  const words = `-v error -y -threads 1 -filter_threads 1 -filter_complex_threads 1 -i ${path}`.split(' ');
  const outputs = `-map [measured] -f null - -map [picture] -frames:v 1 ${path}.png`.split(' ');
  const copy = withFlac ? [...flac.split(' '), '-sample_fmt', bits, `${path}.flac`] : [];
  execFileSync(encoder, [...words, '-filter_complex', measuring, ...outputs, ...copy]);
}

function compare(path: string) {
  let made = { artefacts: [] as string[], mb: 0 };
  let [ours, their] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    ours += cpuSecondsOf(() => {
      made = JSON.parse(String(execFileSync(process.execPath, [program, path]))) as typeof made;
    });
    their += cpuSecondsOf(() => theirs(path, made.artefacts.includes('rendition')));
  }
  return { ...made, ours: ours / rounds, theirs: their / rounds };
}

async function compareAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sound-bench-'));
  const source = join(folder, 'source.wav');
  await encodeSound(soundS, ['-c:a', 'pcm_f32le', source]);
  const from = ['-v', 'error', '-y', '-i', source];
  const rows: Record<string, Row> = {};
  const broken: string[] = [];
  for (const { name, ending, rate, args } of forms)
    for (const { channels, mix } of layouts) {
      if (ending === 'mp3' && channels > 2) continue;
      const path = join(folder, `sound.${ending}`);
      execFileSync(encoder, [...from, '-af', mix, '-ar', String(rate), ...args.split(' '), path]);
      const { ours, theirs: their, artefacts, mb } = compare(path);
      const label = `${name}, ${channels} ch`;
      const most = name.startsWith('WAV') ? mostOfWave : mostOfOthers;
      rows[label] = {
        'ours, s': ours.toFixed(2),
        'ffmpeg, s': their.toFixed(2),
        ratio: (ours / their).toFixed(2),
        'sound per CPU second, s': Math.round(soundS / ours),
        'writes FLAC': artefacts.includes('rendition') ? 'yes' : 'no',
        'memory, MB': mb,
      };
      if (ours > most * their) broken.push(`${label}: more than ${most} of ffmpeg's CPU time`);
    }
  rmSync(folder, { recursive: true });
  report({ tables: [{ rows }, { caption: 'The figure of a recording', rows: figure() }], broken });
}

/** Milliseconds of CPU time, the mean of ten runs after a warm-up. */
function figure(): Record<string, Row> {
  const pitches = [57, 64, 60, 55].map((note, index) => ({ note, hz: 220, share: 1 - 0.2 * index }));
  figurePathOf(pitches);
  const cpu = process.cpuUsage();
  for (let run = 0; run < 10; run++) figurePathOf(pitches);
  const { user, system } = process.cpuUsage(cpu);
  return { lines: { ms: ((user + system) / 10_000).toFixed(2) } };
}

if (spawnSync(encoder, ['-version']).status === 0) await compareAll();
else reportNotRun('This bench needs ffmpeg');
