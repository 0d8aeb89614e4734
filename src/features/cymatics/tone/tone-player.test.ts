import { describe, expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import type { FakeNode } from './fake-audio.fixture.ts';
import { playerRig, runningRig } from './tone-player.fixture.ts';

const amplifierOf = (oscillator: FakeNode | undefined) => {
  const [amplifier] = oscillator?.outputs ?? [];
  if (!amplifier) throw new Error('The oscillator leads nowhere');
  return amplifier;
};
describe('a press', () => {
  test('creates the context, and nothing before it does', () => {
    const { player, contexts, clock } = playerRig();
    player.setVolume(50);
    player.setSound(true);
    player.release('A4');
    expect(contexts).toHaveLength(0);
    expect(player.state()).toBe('idle');
    expect(clock.pending()).toBe(0);
    player.press('A4', 440);
    expect(contexts).toHaveLength(1);
    expect(player.state()).toBe('ready');
  });

  test.each(notes.map(({ id, hz }) => [id, hz] as const))(
    'of %s schedules a sine of %f Hz',
    async (id, hz) => {
      const rig = await runningRig();
      rig.player.press(id, hz);
      const [oscillator] = rig.context().sounding;
      expect(oscillator?.frequency.value).toBe(hz);
      expect(oscillator?.startS).toBeCloseTo(2.005, 12);
      expect(oscillator?.stopS).toBeCloseTo(3.01, 12);
      const { calls } = amplifierOf(oscillator).gain;
      expect(calls.map(([name, value]) => [name, value])).toEqual([
        ['setValueAtTime', 0],
        ['linearRampToValueAtTime', 0.3],
        ['exponentialRampToValueAtTime', 0.06],
        ['exponentialRampToValueAtTime', 0.0003],
        ['linearRampToValueAtTime', 0],
      ]);
      const times = [0, 0.02, 0.32, 0.98, 1];
      calls.forEach(([, , timeS], i) => expect(timeS).toBeCloseTo(2.005 + (times[i] ?? 0), 12));
    },
  );

  test('ends by itself if it is never released, and leaves no node and no timer', async () => {
    const rig = await runningRig();
    rig.player.press('A4', 440);
    await rig.pass(1000);
    expect(rig.context().sounding).toHaveLength(1);
    await rig.pass(200);
    expect(rig.context().sounding).toHaveLength(0);
    expect(
      rig.context().nodes.filter(({ kind, outputs }) => kind === 'gain' && outputs.size > 0),
    ).toHaveLength(2);
    expect(rig.clock.pending()).toBe(0);
  });

  test('is removed after 1200 ms even if the oscillator never reports its end', async () => {
    const rig = await runningRig();
    rig.player.press('A4', 440);
    rig.clock.advance(1199);
    expect(rig.context().sounding).toHaveLength(1);
    rig.clock.advance(1);
    expect(rig.context().sounding).toHaveLength(0);
  });

  test('sounds together with others', async () => {
    const rig = await runningRig();
    for (const [i, note] of notes.slice(0, 5).entries()) rig.player.press(`finger ${i}`, note.hz);
    expect(rig.context().sounding).toHaveLength(5);
    rig.player.release('finger 2');
    await rig.pass(150);
    expect(rig.context().sounding).toHaveLength(4);
  });

  test('fades the old tone of the same note while the new one rises', async () => {
    const rig = await runningRig();
    rig.player.press('A4', 440);
    await rig.pass(100);
    const [old] = rig.context().sounding;
    const oldGain = amplifierOf(old).gain;
    const before = oldGain.at(2.12);
    rig.player.press('A4', 440);
    expect(rig.context().sounding).toHaveLength(2);
    expect(oldGain.at(2.12)).toBeCloseTo(before, 12);
    expect(oldGain.at(2.14)).toBeCloseTo(0, 12);
    await rig.pass(60);
    expect(rig.context().sounding).not.toContain(old);
    expect(rig.context().sounding).toHaveLength(1);
    rig.player.release('A4');
    await rig.pass(150);
    expect(rig.context().sounding).toHaveLength(0);
  });

  test('never creates more voices than the soft clip covers', async () => {
    const rig = await runningRig();
    for (let i = 0; i < 200; i += 1) rig.player.press(`finger ${i}`, 440);
    expect(rig.context().sounding.length * 0.3).toBeLessThan(8);
    await rig.pass(1200);
    expect(rig.context().sounding).toHaveLength(0);
    expect(rig.clock.pending()).toBe(0);
  });
});

describe('an early release', () => {
  test.each([21, 50, 200, 320, 500, 850])(
    'after %i ms leads to silence in 90 ms without a step',
    async (ms) => {
      const rig = await runningRig();
      rig.player.press('A4', 440);
      const [oscillator] = rig.context().sounding;
      const { gain } = amplifierOf(oscillator);
      await rig.pass(ms);
      const releaseS = 2.02 + ms / 1000;
      const curve = () =>
        Array.from({ length: 50 }, (_, i) => gain.at(2.005 + (i / 49) * (releaseS - 2.005)));
      const before = curve();
      const heard: number[][] = [];
      // The audio thread may read the schedule after any of the calls.
      gain.onChange = () => {
        heard.push(curve());
      };
      rig.player.release('A4');
      expect(heard).toHaveLength(3);
      for (const values of heard)
        values.forEach((value, i) => expect(value).toBeCloseTo(before[i] ?? NaN, 9));
      const endS = releaseS + 0.09;
      expect(gain.at(releaseS + 0.045)).toBeCloseTo((before.at(-1) ?? 0) / 2, 9);
      expect(gain.at(endS)).toBeCloseTo(0, 9);
      expect(oscillator?.stopS).toBeCloseTo(endS + 0.005, 9);
      await rig.pass(120);
      expect(rig.context().sounding).toHaveLength(0);
      expect(rig.clock.pending()).toBe(0);
    },
  );

  test('completes the attack, so that the shortest tap is audible', async () => {
    const rig = await runningRig();
    rig.player.press('A4', 440);
    const { gain } = amplifierOf(rig.context().sounding[0]);
    rig.player.release('A4');
    expect(gain.at(2.015)).toBeCloseTo(0.15, 9);
    expect(gain.at(2.025)).toBeCloseTo(0.3, 9);
    expect(gain.at(2.115)).toBeCloseTo(0, 9);
  });

  test('changes nothing at the very end, a second time, or for an unknown id', async () => {
    const rig = await runningRig();
    rig.player.press('A4', 440);
    const { gain } = amplifierOf(rig.context().sounding[0]);
    rig.player.release('B4');
    await rig.pass(950);
    rig.player.release('A4');
    rig.player.release('A4');
    expect(gain.calls).toHaveLength(5);
    await rig.pass(200);
    rig.player.release('A4');
    expect(rig.warnings).toEqual([]);
  });
});

describe('the test tone', () => {
  test('is 440 Hz for 0.8 s, and is reported on the console', async () => {
    const rig = playerRig();
    expect(await rig.player.test()).toBe(true);
    const [oscillator] = rig.context().sounding;
    expect(oscillator?.frequency.value).toBe(440);
    expect(amplifierOf(oscillator).gain.at(0.025)).toBeCloseTo(0.3, 9);
    expect(amplifierOf(oscillator).gain.at(0.805)).toBe(0);
    expect(rig.infos).toHaveLength(1);
    expect(rig.warnings).toEqual([]);
  });

  test('reports each time that it cannot be played', async () => {
    const rig = playerRig((context) => void (context.resumption = 'never'));
    const answers = [rig.player.test(), rig.player.test()];
    await rig.pass(1000);
    expect(await Promise.all(answers)).toEqual([false, false]);
    expect(rig.infos).toEqual([]);
    expect(rig.warnings.filter(([words]) => String(words).includes('Audio test'))).toHaveLength(2);
  });
});

test('disposal fades all sound, closes the context and leaves nothing behind', async () => {
  const rig = await runningRig();
  rig.player.subscribe(() => undefined);
  rig.player.press('A4', 440);
  rig.player.press('B4', 493.88);
  await rig.pass(100);
  const closed = rig.player.dispose();
  expect(rig.context().state).toBe('running');
  await rig.pass(50);
  await closed;
  expect(rig.context().state).toBe('closed');
  expect(rig.context().sounding).toEqual([]);
  expect(rig.clock.pending()).toBe(0);
  rig.player.press('A4', 440);
  rig.gesture('pointerdown');
  rig.setHidden(true);
  expect(rig.contexts).toHaveLength(1);
  expect(rig.clock.pending()).toBe(0);
  expect(await rig.player.test()).toBe(false);
});

test('disposal resolves a waiting test tone as not played', async () => {
  const rig = playerRig((context) => void (context.resumption = 'never'));
  const answer = rig.player.test();
  const closed = rig.player.dispose();
  await rig.pass(0);
  await closed;
  expect(await answer).toBe(false);
  expect(rig.clock.pending()).toBe(0);
});
