import { wireCarousel } from './carousel.client.ts';
import { wireHeroPlate } from './hero-plate.client.ts';
import { wireLoop } from './loop.client.ts';

const percentStep = 2;
const stepMs = 100;

/** Runs the sample project from 0 to 100 percent and again, and lets its buttons be pressed. */
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
  // Under reduced motion the picture stays as it was drawn.
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) draw();
  root.dataset['live'] = '';
}

wireCarousel(document);
wireHubDemo(document);
wireHeroPlate(document, window);
