import { descendants, elements, type XmlElement } from './xml-tree.ts';

/**
 * QTI 2 writes `choiceInteraction` and `responseIdentifier`, QTI 3 `qti-choice-interaction` and
 * `response-identifier`. Both are normalized to "choiceinteraction" and "responseidentifier".
 */
export const plainName = (name: string) => name.replace(/^qti-/i, '').replaceAll('-', '').toLowerCase();

export const is = (element: XmlElement, name: string) => plainName(element.name) === name;
export const part = (parent: XmlElement | undefined, name: string) =>
  elements(parent).find((element) => is(element, name));
export const parts = (parent: XmlElement | undefined, name: string) =>
  elements(parent).filter((element) => is(element, name));

export function within(parent: XmlElement | undefined, name: string): XmlElement[] {
  return [...descendants(parent)].filter((element) => is(element, name));
}

/** An attribute in either spelling. */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  if (!element) return undefined;
  return Object.entries(element.attributes).find(([key]) => plainName(key) === name)?.[1];
}
