import type { EventHub } from './event-hub.ts';

// As with the services: the bundled server makes it, the pages' bundle asks for it, and a registered symbol is shared.
const key = Symbol.for('antinode.event-hub');
const holder = globalThis as unknown as Record<symbol, EventHub | undefined>;

/** Called when the product starts, and with undefined when it stops. */
export function registerEventHub(hub: EventHub | undefined): void {
  holder[key] = hub;
}

/** For endpoints only; null while nothing runs. */
export const findEventHub = (): EventHub | null => holder[key] ?? null;
