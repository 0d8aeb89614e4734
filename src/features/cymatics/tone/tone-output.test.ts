import { describe, expect, test } from 'vitest';
import { clipCorrection, softClip } from './tone-output.ts';
import { masterOf, playerRig, runningRig } from './tone-player.fixture.ts';

describe('the volume', () => {
  test('is 20 percent at first', () => {
    const rig = playerRig();
    rig.player.press('A4', 440);
    expect(masterOf(rig.context()).gain.value).toBe(0.2);
  });

  test.each([
    [0, 0],
    [20, 0.2],
    [100, 1],
    [140, 1],
    [-5, 0],
  ])('of %i becomes a gain of %f', async (volume, gain) => {
    const rig = await runningRig();
    rig.player.setVolume(volume);
    const master = masterOf(rig.context()).gain;
    expect(master.at(2)).toBe(0.2);
    expect(master.at(2.17)).toBe(gain);
  });

  test('changes smoothly, also while it is dragged', async () => {
    const rig = await runningRig();
    const master = masterOf(rig.context()).gain;
    for (const volume of [30, 60, 90, 40]) {
      rig.player.setVolume(volume);
      await rig.pass(7);
    }
    const steps = Array.from({ length: 2000 }, (_, i) =>
      Math.abs(master.at(2 + (i + 1) / 10_000) - master.at(2 + i / 10_000)),
    );
    expect(Math.max(...steps)).toBeLessThan(0.01);
    expect(master.at(2.3)).toBe(0.4);
  });

  test('is 0 when muted; a press then creates no context and no voice', async () => {
    const rig = playerRig();
    rig.player.setSound(false);
    rig.player.press('A4', 440);
    expect(rig.contexts).toHaveLength(0);
    const running = await runningRig();
    running.player.setSound(false);
    expect(masterOf(running.context()).gain.at(2.2)).toBe(0);
    running.player.press('A4', 440);
    expect(running.context().sounding).toHaveLength(0);
    running.player.setSound(true);
    expect(masterOf(running.context()).gain.at(2.4)).toBe(0.2);
  });

  test('is 0 while the microphone listens, whatever else is set', async () => {
    const rig = await runningRig();
    rig.player.press('A4', 440);
    rig.player.setDucked(true);
    rig.player.setVolume(100);
    rig.player.press('B4', 493.88);
    expect(masterOf(rig.context()).gain.at(2.2)).toBe(0);
    await rig.pass(60);
    expect(rig.context().sounding).toHaveLength(0);
    rig.player.setDucked(false);
    expect(masterOf(rig.context()).gain.at(2.5)).toBe(1);
  });
});

describe('the level', () => {
  test('is 0 without a context and in silence', async () => {
    const rig = playerRig();
    expect(rig.player.level()).toBe(0);
    expect((await runningRig()).player.level()).toBe(0);
  });

  test('rises quickly to 1 at one full note, falls slowly, and stays within 0 and 1', async () => {
    const rig = await runningRig();
    const meter = rig.context().nodes.find(({ kind }) => kind === 'analyser');
    if (!meter) throw new Error('No meter');
    const levelAfter = async (ms: number) => {
      await rig.pass(ms);
      return rig.player.level();
    };
    rig.player.press('A4', 440);
    meter.signal = 0.3 / Math.SQRT2;
    expect(await levelAfter(100)).toBeGreaterThan(0.97);
    meter.signal = 3;
    expect(await levelAfter(100)).toBeLessThanOrEqual(1);
    meter.signal = 0;
    const falling = await levelAfter(50);
    expect(falling).toBeGreaterThan(0.5);
    expect(await levelAfter(50)).toBeLessThan(falling);
    await rig.pass(1000);
    expect(rig.player.level()).toBe(0);
  });
});

describe('the soft clip', () => {
  test('passes everything below 0.9 unchanged', () => {
    for (const sample of [0, 0.1, 0.5, 0.9]) {
      expect(softClip(sample)).toBe(sample);
      expect(softClip(-sample)).toBe(-sample);
    }
  });

  test('bends without a corner and never passes 1, however many voices sound', () => {
    const step = 1e-6;
    for (const sample of [0.9, 0.901, 1, 1.2, 7.2]) {
      expect(softClip(sample)).toBeLessThanOrEqual(1);
      expect(softClip(-sample)).toBe(-softClip(sample));
      expect(softClip(sample + step)).toBeGreaterThanOrEqual(softClip(sample));
    }
    const slopeAtKnee = (softClip(461 / 512 + step) - softClip(461 / 512)) / step;
    expect(slopeAtKnee).toBeCloseTo(1, 4);
  });

  test('adds exactly nothing below 0.9, between its points, too', () => {
    const curve = clipCorrection();
    // A shaper maps −1 to 1 over the curve; the signal arrives divided by 8.
    const interpolated = (sample: number) => {
      const place = ((sample / 8 + 1) / 2) * (curve.length - 1);
      const [low = 0, high = 0] = curve.subarray(Math.floor(place));
      return low + (high - low) * (place % 1);
    };
    for (let sample = -0.9; sample <= 0.9; sample += 0.0007) expect(interpolated(sample)).toBe(0);
    for (const sample of [-3.6, -1.2, 0.95, 1.2, 3.6])
      expect(sample + interpolated(sample)).toBeCloseTo(softClip(sample), 4);
  });
});
