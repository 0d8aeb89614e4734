/**
 * Calls `tick` every `everyMs` while `root` is on screen and neither pointed at nor focused. The button within (`data-loop`) pauses
 * and resumes, even with the pointer still there. With reduced motion it starts paused. Returns a function that stops it.
 */
export function wireLoop(root: HTMLElement, everyMs: number, tick: () => void): () => void {
  const button = root.querySelector<HTMLButtonElement>('[data-loop]');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const state = { paused: calm.matches, offScreen: true, hovered: false, focused: false };
  let timer: ReturnType<typeof setInterval> | undefined;
  const set = (change: Partial<typeof state>) => {
    Object.assign(state, change);
    button?.toggleAttribute('data-paused', state.paused);
    const runs = !document.hidden && !Object.values(state).includes(true);
    if (runs && !timer) timer = setInterval(tick, everyMs);
    if (runs || !timer) return;
    clearInterval(timer);
    timer = undefined;
  };
  button?.addEventListener('click', () => set({ paused: !state.paused, hovered: false, focused: false }));
  root.addEventListener('pointerover', ({ target }) => {
    if (!button?.contains(target as Node)) set({ hovered: true });
  });
  root.addEventListener('pointerleave', () => set({ hovered: false }));
  root.addEventListener('focusin', () => set({ focused: true }));
  root.addEventListener('focusout', () => set({ focused: false }));
  document.addEventListener('visibilitychange', () => set({}));
  calm.addEventListener('change', () => set({ paused: calm.matches }));
  new IntersectionObserver((entries) => set({ offScreen: !entries.at(-1)?.isIntersecting })).observe(root);
  if (button) button.disabled = false;
  set({});
  return () => set({ paused: true });
}
