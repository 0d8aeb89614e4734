import { wireHeroPlate } from './hero-plate.client.ts';

/**
 * Calls `tick` every `everyMs` while `root` is on screen and neither pointed at nor focused. The button within
 * (`data-loop`) pauses and resumes, even with the pointer still there. With reduced motion it starts paused. Returns a
 * function that stops it.
 */
function wireLoop(root: HTMLElement, everyMs: number, tick: () => void): () => void {
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

/** How long a testimonial is shown before the next one. */
const slideMs = 6000;

/**
 * Turns the row of testimonials, which scrolls and snaps by itself, into a carousel: one slide is current and the
 * others are inert, notes choose a slide, and it moves on every 6 s. Choosing or swiping ends the rotation.
 */
function wireCarousel(page: Document): void {
  const root = page.querySelector<HTMLElement>('[data-carousel]');
  const row = root?.querySelector<HTMLElement>('[data-row]');
  if (!root || !row) return;
  const slides = [...row.children] as HTMLElement[];
  const notes = [...root.querySelectorAll<HTMLElement>('[data-note]')];
  let current = 0;
  /** True while the visitor scrolls the row by touch, wheel or keys. */
  let isHeld = false;

  const mark = (index: number) => {
    current = index;
    slides.forEach((slide, i) => (slide.inert = i !== index));
    notes.forEach((note, i) => (note.ariaCurrent = `${i === index}`));
  };
  const leftOf = (index: number) => (slides[index]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0);
  const show = (index: number, behavior: ScrollBehavior = 'auto') => {
    isHeld = false;
    mark(index);
    row.scrollTo({ left: leftOf(index), behavior });
  };

  const pause = wireLoop(root, slideMs, () => show((current + 1) % slides.length));
  notes.forEach((note, index) =>
    note.addEventListener('click', () => {
      show(index);
      pause();
    }),
  );
  row.addEventListener('pointerdown', () => (isHeld = true));
  row.addEventListener('keydown', () => (isHeld = true));
  row.addEventListener('wheel', ({ deltaX }) => (isHeld ||= deltaX !== 0), { passive: true });
  row.addEventListener('scrollend', () => (isHeld = false));
  row.addEventListener('scroll', () => {
    const nearest = Math.round(row.scrollLeft / leftOf(1));
    if (!isHeld || nearest === current) return;
    mark(nearest);
    pause();
  });
  addEventListener('resize', () => {
    if (current > 0) show(current, 'instant');
  });
  mark(current);
  row.tabIndex = 0;
  root.querySelector('[data-notes]')?.removeAttribute('hidden');
}

const percentStep = 2;
const stepMs = 100;

/** Runs the sample project from 0 to 100 percent in a loop, and makes its buttons work. */
function wireHubDemo(page: Document): void {
  const root = page.querySelector<HTMLElement>('[data-hub-demo]');
  const figure = root?.querySelector('[data-percent]');
  if (!root || !figure) return;
  let percent = 0;
  const draw = () => {
    figure.textContent = `${percent}%`;
    root.style.setProperty('--percent', `${percent}`);
  };
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    for (const state of ['ariaPressed', 'ariaExpanded'] as const) {
      if (button?.[state]) button[state] = `${button[state] === 'false'}`;
    }
  });
  wireLoop(root, stepMs, () => {
    percent = percent < 100 ? percent + percentStep : 0;
    draw();
  });
  // With reduced motion the picture does not change.
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) draw();
  root.dataset['live'] = '';
}

wireCarousel(document);
wireHubDemo(document);
wireHeroPlate(document, window);
