import { createFakeClock, FakeContext, type FakeNode } from './fake-audio.fixture.ts';
import { createTonePlayer } from './tone-player.ts';

/** Creates a tone player on fake audio, a fake page and a fake clock, with controls for all of them. */
export function playerRig(prepare: (context: FakeContext, index: number) => void = () => undefined) {
  const clock = createFakeClock();
  const contexts: FakeContext[] = [];
  const warnings: unknown[][] = [];
  const infos: unknown[][] = [];
  const activation = { hasBeenActive: true };
  const view = Object.assign(new EventTarget(), { navigator: { userActivation: activation } });
  const page = Object.assign(new EventTarget(), { hidden: false, defaultView: view });
  const player = createTonePlayer({
    createContext: () => {
      const context = new FakeContext();
      contexts.push(context);
      prepare(context, contexts.length - 1);
      return context as unknown as AudioContext;
    },
    page: page as unknown as Document,
    log: { warn: (...words) => void warnings.push(words), info: (...words) => void infos.push(words) },
    nowMs: () => clock.nowMs(),
    after: (ms, callback) => clock.after(ms, callback),
  });
  return {
    player,
    clock,
    contexts,
    warnings,
    infos,
    activation,
    /** Returns the newest context. */
    context: () => contexts.at(-1) ?? new FakeContext(),
    /** Advances the page's and the audio clock, and settles promises. */
    async pass(ms: number) {
      for (const context of contexts) context.advance(ms / 1000);
      clock.advance(ms);
      await settle();
    },
    gesture: (type: string) => page.dispatchEvent(new Event(type)),
    leave: () => view.dispatchEvent(new Event('pagehide')),
    setHidden(isHidden: boolean) {
      page.hidden = isHidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** Creates a rig whose context already runs, silent, at second 2 of its clock. */
export async function runningRig() {
  const rig = playerRig();
  rig.player.press('warm-up', 440);
  await settle();
  await rig.pass(2000);
  return rig;
}

/** Returns the master gain, the first node of the graph. */
export function masterOf(context: FakeContext): FakeNode {
  const [master] = context.nodes;
  if (!master) throw new Error('No graph');
  return master;
}

/** Settles every pending promise. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
