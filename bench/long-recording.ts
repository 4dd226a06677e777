/** An event as the recorder writes it. */
type RecordedEvent = { readonly type: number; readonly timestamp: number; readonly data: unknown };

/** The answers on the recorded page. */
const answers = 10;
const minute = 60_000;

const element = (id: number, tagName: string, childNodes: readonly unknown[]) => ({
  ...{ type: 2, tagName, attributes: {}, childNodes, id },
});
const text = (id: number, textContent: string) => ({ type: 3, textContent, id });

/** A snapshot of a page with a heading and a question. */
function snapshot(timestamp: number, heading: string): RecordedEvent[] {
  const items = Array.from({ length: answers }, (_, index) =>
    element(20 + 2 * index, 'li', [
      text(21 + 2 * index, `Varianta ${index} a întrebării, cu un text de lungime obișnuită`),
    ]),
  );
  const body = element(4, 'body', [element(5, 'h1', [text(6, heading)]), element(7, 'ol', items)]);
  const node = { type: 0, childNodes: [element(2, 'html', [element(3, 'head', []), body])], id: 1 };
  return [
    { type: 4, timestamp, data: { href: 'http://exam.test/', width: 1280, height: 800 } },
    { type: 2, timestamp, data: { node, initialOffset: { left: 0, top: 0 } } },
  ];
}

/** The heading that shows how many events had happened. */
export const headingAt = (events: number): string => `event ${events}`;

type Length = { readonly hours: number; readonly events: number };
const stepOf = ({ hours, events }: Length) => (hours * 60 * minute) / events;

/** The event that changed the page last before a moment of the recording. */
export const lastChange = (milliseconds: number, length: Length): number =>
  2 * Math.floor((milliseconds - 1) / (2 * stepOf(length)));

/** The recording of a whole sitting: each second event moves the pointer, each second changes the page; a snapshot every five minutes. */
export function longRecording(from: number, length: Length): RecordedEvent[] {
  const step = stepOf(length);
  const all: RecordedEvent[] = [];
  let snapshots = 0;
  for (let index = 0; index < length.events; index += 1) {
    const timestamp = Math.round(from + index * step);
    if (index * step >= snapshots * 5 * minute) {
      all.push(...snapshot(timestamp, headingAt(index)));
      snapshots += 1;
    }
    const position = { x: index % 1280, y: index % 800, id: 5, timeOffset: 0 };
    const change = {
      ...{ source: 0, attributes: [], removes: [], adds: [] },
      texts: [{ id: 6, value: headingAt(index) }],
    };
    all.push({
      type: 3,
      timestamp,
      data: index % 2 === 0 ? change : { source: 1, positions: [position] },
    });
  }
  return all;
}
