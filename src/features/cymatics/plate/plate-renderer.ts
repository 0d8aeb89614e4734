import type { Scene } from './plate-scene.ts';

/** Draws scenes onto one canvas until it is disposed of. */
export interface PlateRenderer {
  readonly kind: 'webgl' | '2d';
  draw(scene: Scene): void;
  /** What a picture took the graphics processor, in ms, as soon as that is known; each answer comes once. */
  gpuMs(): number | undefined;
  dispose(): void;
}
