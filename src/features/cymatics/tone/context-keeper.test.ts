import { describe, expect, test } from 'vitest';
import { playerRig, settle } from './tone-player.fixture.ts';

describe('a context that takes a moment to run', () => {
  test('plays what was pressed up to 150 ms before, and only that', async () => {
    const rig = playerRig((context) => void (context.resumption = 'never'));
    rig.player.press('C4', 261.63);
    await rig.pass(60);
    rig.player.press('E4', 329.63);
    await rig.pass(100);
    expect(rig.player.state()).toBe('idle');
    rig.context().enter('running');
    expect(rig.context().sounding.map(({ frequency }) => frequency.value)).toEqual([329.63]);
    expect(rig.player.state()).toBe('ready');
    expect(rig.warnings).toEqual([]);
  });

  test('plays a press that was released meanwhile as a short tone', async () => {
    const rig = playerRig((context) => void (context.resumption = 'never'));
    rig.player.press('C4', 261.63);
    await rig.pass(50);
    rig.player.release('C4');
    await rig.pass(50);
    rig.context().enter('running');
    expect(rig.context().sounding[0]?.stopS).toBeCloseTo(0.005 + 0.02 + 0.09 + 0.005, 9);
  });

  test('plays nothing that was silenced meanwhile', async () => {
    const rig = playerRig((context) => void (context.resumption = 'never'));
    rig.player.press('C4', 261.63);
    rig.player.silence();
    rig.context().enter('running');
    expect(rig.context().sounding).toEqual([]);
  });
});

describe('a resume that never settles', () => {
  test('counts as blocked after a second, is reported once, and delays nothing else', async () => {
    const rig = playerRig((context) => void (context.resumption = 'never'));
    const told: string[] = [];
    rig.player.subscribe(() => told.push(rig.player.state()));
    rig.player.press('C4', 261.63);
    await rig.pass(999);
    expect(told).toEqual([]);
    await rig.pass(1);
    expect(told).toEqual(['blocked']);
    rig.player.press('D4', 293.66);
    await rig.pass(1000);
    expect(rig.warnings).toHaveLength(1);
    expect(rig.clock.pending()).toBe(0);
  });

  test.each(['pointerdown', 'pointerup', 'touchend', 'keydown'])('is tried again on %s', async (type) => {
    const rig = playerRig((context) => void (context.resumption = 'never'));
    rig.player.press('C4', 261.63);
    await rig.pass(1000);
    rig.context().resumption = 'runs';
    rig.gesture(type);
    await settle();
    expect(rig.player.state()).toBe('ready');
    expect(rig.context().sounding).toEqual([]);
    rig.player.press('C4', 261.63);
    expect(rig.context().sounding).toHaveLength(1);
    expect(rig.contexts).toHaveLength(1);
  });

  test('does not delay the disposal, nor does a close that never settles', async () => {
    const rig = playerRig((context) => {
      context.resumption = 'never';
      context.close = () => new Promise(() => undefined);
    });
    rig.player.press('C4', 261.63);
    const closed = rig.player.dispose();
    await settle();
    await rig.pass(1000);
    await closed;
    expect(rig.clock.pending()).toBe(0);
  });
});

test('a refused resume counts as blocked', async () => {
  const rig = playerRig((context) => void (context.resumption = 'refuses'));
  rig.player.press('C4', 261.63);
  await rig.pass(1000);
  expect(rig.player.state()).toBe('blocked');
  expect(rig.warnings).toHaveLength(1);
});

test('a gesture before any press creates no context', () => {
  const rig = playerRig();
  rig.gesture('pointerdown');
  rig.gesture('keydown');
  expect(rig.contexts).toHaveLength(0);
});

describe('an interruption', () => {
  test('ends every voice, and the next gesture resumes the context', async () => {
    const rig = playerRig();
    rig.player.press('C4', 261.63);
    rig.context().resumption = 'never';
    rig.context().enter('interrupted');
    expect(rig.context().sounding).toEqual([]);
    expect(rig.player.state()).toBe('idle');
    rig.context().resumption = 'runs';
    rig.gesture('touchend');
    expect(rig.context().state).toBe('running');
    rig.player.press('C4', 261.63);
    expect(rig.contexts).toHaveLength(1);
    expect(rig.context().sounding).toHaveLength(1);
  });

  test('creates a new context if the clock stays stopped', async () => {
    const rig = playerRig();
    rig.player.press('C4', 261.63);
    await rig.pass(700);
    rig.context().isFrozen = true;
    rig.player.press('D4', 293.66);
    await rig.pass(600);
    rig.player.press('E4', 329.63);
    await settle();
    const [dead, fresh] = rig.contexts;
    expect(rig.contexts).toHaveLength(2);
    expect(dead?.state).toBe('closed');
    expect(dead?.sounding).toEqual([]);
    expect(fresh?.sounding.map(({ frequency }) => frequency.value)).toEqual([329.63]);
    expect(rig.player.state()).toBe('ready');
    rig.player.setVolume(70);
    expect(fresh?.nodes[0]?.gain.at(1)).toBe(0.7);
  });

  test('is not assumed merely because nothing was played for long', async () => {
    const rig = playerRig();
    rig.player.press('C4', 261.63);
    await rig.pass(60_000);
    rig.player.press('C4', 261.63);
    rig.player.press('E4', 329.63);
    expect(rig.contexts).toHaveLength(1);
    expect(rig.context().sounding).toHaveLength(2);
  });

  test('creates a new context if the old one was closed for good', async () => {
    const rig = playerRig();
    rig.player.press('C4', 261.63);
    await rig.context().close();
    rig.player.press('C4', 261.63);
    expect(rig.contexts).toHaveLength(2);
    expect(rig.context().sounding).toHaveLength(1);
  });
});

describe('a hidden page', () => {
  test('fades out without a click, suspends its context, and plays again when it is shown', async () => {
    const rig = playerRig();
    rig.player.press('C4', 261.63);
    await rig.pass(50);
    rig.setHidden(true);
    const [oscillator] = rig.context().sounding;
    expect(oscillator?.stopS).toBeCloseTo(0.05 + 0.02 + 0.02 + 0.005, 9);
    rig.player.press('D4', 293.66);
    expect(rig.context().sounding).toHaveLength(1);
    await rig.pass(100);
    expect(rig.context().state).toBe('suspended');
    expect(rig.context().sounding).toEqual([]);
    rig.setHidden(false);
    rig.player.press('D4', 293.66);
    await settle();
    expect(rig.context().sounding).toHaveLength(1);
    expect(rig.contexts).toHaveLength(1);
  });

  test('fades out when it is left for another page too', async () => {
    const rig = playerRig();
    rig.player.press('C4', 261.63);
    rig.leave();
    await rig.pass(100);
    expect(rig.context().sounding).toEqual([]);
    expect(rig.context().state).toBe('suspended');
  });
});
