import { configure, prettyDOM } from '@testing-library/react';

const block =
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul';
const none = 'area base datalist head link meta noscript param script style template title';
const inlineBlock = 'button input meter progress select textarea';
const defaults = new Map(
  Object.entries({ block, none, 'inline-block': inlineBlock }).flatMap(([display, names]) =>
    names.split(' ').map((name) => [name, display] as const),
  ),
);

const inlineDisplay = /(?:^|;)\s*display\s*:\s*([\w-]+)/;
const inlineVisibility = /(?:^|;)\s*visibility\s*:\s*([\w-]+)/;

function displayOf(element: Element): string {
  const own = inlineDisplay.exec(element.getAttribute('style') ?? '')?.[1];
  if (own !== undefined) return own;
  if (element.localName === 'dialog') return element.hasAttribute('open') ? 'block' : 'none';
  return element.hasAttribute('hidden') ? 'none' : (defaults.get(element.localName) ?? 'inline');
}

function visibilityOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const own = inlineVisibility.exec(at.getAttribute('style') ?? '')?.[1];
    if (own !== undefined) return own;
  }
  return 'visible';
}

/**
 * Speeds up queries by role, which take most of the test time. They check the visibility of every element, for which
 * happy-dom matches all rules of the style sheets. These tests load none of our style sheets, so an element's own styles
 * decide. A failed query prints the page only when its error is read, not on every retry.
 */
export function speedUpQueries(): void {
  const { getComputedStyle } = window;
  const quick: typeof getComputedStyle = (element, pseudo) =>
    new Proxy(getComputedStyle.call(window, element, pseudo), {
      get: (style, name) => {
        if (name === 'display') return displayOf(element);
        if (name === 'visibility') return visibilityOf(element);
        if (name === 'getPropertyValue')
          return (property: string) => {
            if (property === 'display') return displayOf(element);
            return property === 'visibility' ? visibilityOf(element) : style.getPropertyValue(property);
          };
        const value: unknown = Reflect.get(style, name, style);
        return typeof value === 'function' ? value.bind(style) : value;
      },
    });
  window.getComputedStyle = quick;
  if (document.defaultView) document.defaultView.getComputedStyle = quick;
  configure({
    getElementError: (message, container) => {
      const error = new Error();
      error.name = 'TestingLibraryElementError';
      let text: string | undefined;
      Object.defineProperty(error, 'message', {
        // A query that gives up writes its own message over this one.
        configurable: true,
        get: () => {
          text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
          return text;
        },
      });
      return error;
    },
  });
}
