import type { Scene } from './plate-scene.ts';

/** Draws scenes onto one canvas until it is disposed of. */
export interface PlateRenderer {
  readonly kind: 'webgl' | '2d';
  draw(scene: Scene): void;
  /** What the last picture took the graphics processor, 0 if it is not known, null if it is still at it. */
  finishedMs(): number | null;
  dispose(): void;
}
