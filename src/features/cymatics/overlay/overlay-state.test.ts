import { expect, test, vi } from 'vitest';
import { createOverlayState } from './overlay-host.tsx';

test('is closed at first, with the default context', () => {
  const state = createOverlayState();
  expect(state.isOpen).toBe(false);
  expect(state.context).toBe('default');
});

test('opens with the given context, or the default one', () => {
  const state = createOverlayState();
  state.open('header');
  expect(state.isOpen).toBe(true);
  expect(state.context).toBe('header');
  state.close();
  expect(state.isOpen).toBe(false);
  expect(state.context).toBe('header');
  state.open();
  expect(state.context).toBe('default');
});

test('toggles between open and closed', () => {
  const state = createOverlayState();
  state.toggle('menu');
  expect([state.isOpen, state.context]).toEqual([true, 'menu']);
  state.toggle('hero');
  expect([state.isOpen, state.context]).toEqual([false, 'menu']);
  state.toggle();
  expect([state.isOpen, state.context]).toEqual([true, 'default']);
});

test('changes the context without opening or closing', () => {
  const state = createOverlayState();
  state.setContext('hero');
  expect([state.isOpen, state.context]).toEqual([false, 'hero']);
  state.open('hero');
  state.setContext('menu');
  expect([state.isOpen, state.context]).toEqual([true, 'menu']);
});

test('calls a listener once for each change, and not after it unsubscribed', () => {
  const state = createOverlayState();
  const listener = vi.fn<() => void>();
  const stop = state.subscribe(listener);
  state.close();
  expect(listener).not.toHaveBeenCalled();
  state.open();
  state.open();
  state.setContext('default');
  expect(listener).toHaveBeenCalledTimes(1);
  state.close();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  state.open();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('calls the right listeners if one subscribes or unsubscribes during a call', () => {
  const state = createOverlayState();
  const heard: string[] = [];
  const stop = state.subscribe(() => {
    heard.push('first');
    stop();
    state.subscribe(() => heard.push('joined'));
  });
  state.subscribe(() => heard.push('second'));
  state.open();
  expect(heard).toEqual(['first', 'second']);
  state.close();
  expect(heard).toEqual(['first', 'second', 'second', 'joined']);
});
