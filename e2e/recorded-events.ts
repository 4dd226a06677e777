/** Builds recordings like those of the recorder: a page with one paragraph whose text changes. */
type Event = { readonly type: number; readonly timestamp: number; readonly data: unknown };

const element = (id: number, tagName: string, childNodes: readonly unknown[] = []) => ({
  type: 2,
  tagName,
  attributes: {},
  childNodes,
  id,
});

/** A snapshot of the page that shows a text. */
export const keyframe = (timestamp: number, text: string): Event[] => [
  { type: 4, data: { href: 'http://exam.test/', width: 1200, height: 700 }, timestamp },
  {
    type: 2,
    data: {
      node: {
        type: 0,
        childNodes: [
          element(2, 'html', [
            element(3, 'head'),
            element(4, 'body', [element(5, 'h1', [{ type: 3, textContent: text, id: 6 }])]),
          ]),
        ],
        id: 1,
      },
      initialOffset: { left: 0, top: 0 },
    },
    timestamp,
  },
];

/** Changes the text of the page. */
export const change = (timestamp: number, value: string): Event => ({
  type: 3,
  data: { source: 0, texts: [{ id: 6, value }], attributes: [], removes: [], adds: [] },
  timestamp,
});

export const click = (timestamp: number): Event => ({
  type: 3,
  data: { source: 2, type: 2, id: 5, x: 40, y: 40 },
  timestamp,
});

/** Three hours of changes, one every 108 milliseconds, with a keyframe every 3000. */
export function longRecording(from: number, events = 100_000): Event[] {
  const all: Event[] = [];
  for (let index = 0; index < events; index += 1) {
    const at = from + index * 108;
    if (index % 3000 === 0) all.push(...keyframe(at, `change ${index}`));
    all.push(index % 50 === 0 ? click(at) : change(at, `change ${index}`));
  }
  return all;
}
