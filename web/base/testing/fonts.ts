import { afterAll, beforeAll } from 'vitest';

/** The test DOM has no `document.fonts`, which the autosizing text field waits for. */
export function stubFonts(): void {
  beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }));
  afterAll(() => Reflect.deleteProperty(document, 'fonts'));
}
