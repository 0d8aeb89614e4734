import { wireLoop } from './loop.client.ts';

/** How long a testimonial stands before the next one. */
const standsMs = 6000;

/**
 * Turns the row of testimonials, which scrolls and snaps by itself, into a carousel: one slide is current and the
 * others are inert, notes choose a slide, and it moves on every 6 s. Choosing or swiping ends the rotation.
 */
export function wireCarousel(page: Document): void {
  const root = page.querySelector<HTMLElement>('[data-carousel]');
  const row = root?.querySelector<HTMLElement>('[data-row]');
  if (!root || !row) return;
  const slides = [...row.children] as HTMLElement[];
  const notes = [...root.querySelectorAll<HTMLElement>('[data-note]')];
  let current = 0;
  /** Whether the visitor moves the row, by touch, wheel or keys. */
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

  const pause = wireLoop(root, standsMs, () => show((current + 1) % slides.length));
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
