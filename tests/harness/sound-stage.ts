import { noteEnvelope } from '#src/features/cymatics/tone/envelope.ts';
import { changeLeadS, createToneOutput } from '#src/features/cymatics/tone/tone-output.ts';
import { createTonePlayer } from '#src/features/cymatics/tone/tone-player.ts';
import { createVoiceBank } from '#src/features/cymatics/tone/voice-bank.ts';

// Runs in the browser: see load-module.ts.

interface Block {
  readonly frame: number;
  readonly samples: Float32Array;
}

/** Half of the attack: a tone that starts later reached a busy audio thread too late. */
const latestStartS = 0.01;

/** Records a node's output, sample by sample, on the audio clock. */
async function createRecorder(context: AudioContext, source: AudioNode, workletPath: string) {
  // The test runner cannot respond to a worklet's own request; a page may fetch it instead, where the policy is off.
  const code = await (await fetch(workletPath)).text();
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(address);
  URL.revokeObjectURL(address);
  const node = new AudioWorkletNode(context, 'recorder');
  const blocks: Block[] = [];
  const waiters = new Set<() => void>();
  node.port.addEventListener('message', ({ data }: MessageEvent<Block>) => {
    blocks.push(data);
    for (const waiter of waiters) waiter();
  });
  node.port.start();
  source.connect(node).connect(context.destination);
  const endFrame = () => (blocks.at(-1)?.frame ?? 0) + 128;
  const until = (timeS: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (endFrame() < timeS * context.sampleRate) return;
        waiters.delete(look);
        resolve();
      };
      waiters.add(look);
      look();
    });
  return {
    /** Waits until this much has been recorded. */
    until,
    /**
     * Returns everything from `fromS` on, when a tone was due to begin; throws if the machine was too busy: a block is
     * missing, or the press came too late.
     */
    take(fromS: number): number[] {
      const fromFrame = Math.round(fromS * context.sampleRate);
      const wanted = blocks.filter(({ frame }) => frame + 128 > fromFrame);
      const first = wanted[0]?.frame ?? 0;
      wanted.forEach(({ frame }, i) => {
        if (frame !== first + i * 128)
          throw new Error(`A block is missing at ${first + i * 128}, not ${frame}`);
      });
      const taken = wanted.flatMap(({ samples }) => [...samples]).slice(fromFrame - first);
      const firstHeard = taken.findIndex((sample) => sample !== 0);
      if (firstHeard === -1 || firstHeard > latestStartS * context.sampleRate)
        throw new Error('A block is missing: nothing sounded in time');
      return taken;
    },
  };
}

/** A tone player on a real, running audio context that is recorded. Call it after a gesture. */
export async function stageTone(workletPath: string, volume = 100) {
  const opened = Promise.withResolvers<AudioContext>();
  const { promise: output, resolve: onGraph } = Promise.withResolvers<AudioNode>();
  /** The scheduled start of each tone. */
  const starts: number[] = [];
  const player = createTonePlayer({
    onGraph,
    createContext() {
      const context = new AudioContext();
      const createOscillator = context.createOscillator.bind(context);
      context.createOscillator = () => {
        const oscillator = createOscillator();
        const start = oscillator.start.bind(oscillator);
        oscillator.start = (startS = 0) => {
          starts.push(startS);
          start(startS);
        };
        return oscillator;
      };
      opened.resolve(context);
      return context;
    },
  });
  player.setVolume(volume);
  player.warm();
  const context = await opened.promise;
  await context.resume();
  const recorder = await createRecorder(context, await output, workletPath);
  await recorder.until(context.currentTime + 0.01);
  return {
    player,
    context,
    recorder,
    starts,
    /**
     * Releases a tone; throws if the machine was too busy: the audio thread had passed the time before it received the
     * change.
     */
    release(id: string): void {
      const calledS = context.currentTime;
      player.release(id);
      if (context.currentTime - calledS >= changeLeadS)
        throw new Error('A block is missing: the release came too late');
    },
  };
}

/** Changes to the voices at a time of an offline context's clock. */
export interface Cue {
  readonly atS: number;
  readonly press?: readonly [id: string, hz: number];
  readonly release?: string;
  readonly gain?: number;
  readonly silence?: boolean;
}

/** Renders cues through the real voices and output, faster than real time and deterministically. */
export async function renderCues(cues: readonly Cue[], seconds: number, gain = 1): Promise<number[]> {
  const context = new OfflineAudioContext(1, seconds * 44_100, 44_100);
  const output = createToneOutput(context, gain);
  const bank = createVoiceBank(() => () => undefined);
  const play = (cue: Cue) => {
    if (cue.press) bank.strike(output, ...cue.press, noteEnvelope);
    if (cue.release) bank.release(cue.release);
    if (cue.gain !== undefined) output.setGain(cue.gain);
    if (cue.silence) void bank.silence();
  };
  const times = new Set(cues.map(({ atS }) => atS));
  for (const atS of times) {
    const now = cues.filter((cue) => cue.atS === atS);
    if (atS === 0) now.forEach(play);
    else
      void context.suspend(atS).then(() => {
        now.forEach(play);
        return context.resume();
      });
  }
  const rendered = await context.startRendering();
  return [...rendered.getChannelData(0)];
}
