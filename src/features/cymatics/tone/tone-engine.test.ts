import { describe, expect, test } from 'vitest';
import { playerRig } from './tone-player.fixture.ts';

describe('audio that cannot start', () => {
  test('is reported once if the browser has no audio, and every press stays silent', async () => {
    const rig = playerRig(() => {
      throw new ReferenceError('AudioContext is not defined');
    });
    rig.player.press('C4', 261.63);
    rig.player.press('D4', 293.66);
    rig.player.release('C4');
    expect(rig.player.state()).toBe('unavailable');
    expect(rig.warnings).toHaveLength(1);
    expect(rig.warnings[0]?.[1]).toBeInstanceOf(ReferenceError);
    expect(await rig.player.test()).toBe(false);
    expect(rig.player.level()).toBe(0);
    await rig.player.dispose();
    expect(rig.clock.pending()).toBe(0);
  });

  test('starts with the next press once it can', async () => {
    const rig = playerRig((_, index) => {
      if (index === 0) throw new Error('too many contexts');
    });
    rig.player.press('C4', 261.63);
    expect(rig.player.state()).toBe('unavailable');
    await rig.pass(200);
    rig.player.press('C4', 261.63);
    expect(rig.player.state()).toBe('ready');
    expect(rig.context().sounding).toHaveLength(1);
  });

  test.each(['gain', 'analyser', 'shaper'])('closes the context if a %s cannot be created', (node) => {
    const rig = playerRig((context) => void context.broken.add(node));
    rig.player.press('C4', 261.63);
    expect(rig.context().state).toBe('closed');
    expect(rig.player.state()).toBe('unavailable');
    expect(rig.warnings).toHaveLength(1);
  });

  test.each(['oscillator', 'start'])('leaves no node behind if %s fails', (step) => {
    const rig = playerRig((context) => void context.broken.add(step));
    rig.player.press('C4', 261.63);
    rig.player.press('D4', 293.66);
    expect(rig.player.state()).toBe('unavailable');
    expect(rig.warnings).toHaveLength(1);
    expect(rig.context().nodes.filter(({ outputs }) => outputs.size > 0)).toHaveLength(4);
    expect(rig.clock.pending()).toBe(0);
    rig.context().broken.clear();
    rig.player.press('C4', 261.63);
    expect(rig.player.state()).toBe('ready');
    expect(rig.context().sounding).toHaveLength(1);
  });
});

describe('warming up', () => {
  test('creates the context ahead of the first press, without resuming it', () => {
    const rig = playerRig();
    rig.player.warm();
    rig.player.warm();
    expect(rig.contexts).toHaveLength(1);
    expect(rig.context().resumes).toBe(0);
    rig.player.press('C4', 261.63);
    expect(rig.contexts).toHaveLength(1);
    expect(rig.context().sounding).toHaveLength(1);
  });

  test('does nothing before the first gesture, when muted, or after disposal', async () => {
    const rig = playerRig();
    rig.activation.hasBeenActive = false;
    rig.player.warm();
    rig.activation.hasBeenActive = true;
    rig.player.setSound(false);
    rig.player.warm();
    rig.player.setSound(true);
    await rig.player.dispose();
    rig.player.warm();
    expect(rig.contexts).toHaveLength(0);
  });
});
