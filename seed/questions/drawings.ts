import { type Canvas, canvas, type Point } from './canvas.ts';

/** Points at even steps between two positions. */
const curve = (from: number, to: number, step: number, height: (x: number) => number): Point[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const x = from + index * step;
    return [x, height(x)] as const;
  });

const bump = (x: number, centre: number, width: number, height: number) =>
  height * Math.exp(-(((x - centre) / width) ** 2));

/** One heartbeat around its R wave; without a P wave in atrial fibrillation. */
const heartbeat = (x: number, withP: boolean) =>
  (withP ? bump(x, -38, 9, 16) : 0) +
  bump(x, -7, 2.5, -12) +
  bump(x, 0, 3, 120) +
  bump(x, 7, 3, -26) +
  bump(x, 62, 17, 26);

function paper(on: Canvas): void {
  for (let x = 0; x <= on.width; x += 40)
    on.line(
      [
        [x, 0],
        [x, on.height],
      ],
      { ink: [246, 205, 205] },
    );
  for (let y = 0; y <= on.height; y += 40)
    on.line(
      [
        [0, y],
        [on.width, y],
      ],
      { ink: [246, 205, 205] },
    );
}

function axes(on: Canvas): void {
  on.line(
    [
      [60, 30],
      [60, on.height - 50],
      [on.width - 30, on.height - 50],
    ],
    { thickness: 3 },
  );
  on.line(
    [
      [50, 46],
      [60, 28],
      [70, 46],
    ],
    { thickness: 3 },
  );
  on.line(
    [
      [on.width - 46, on.height - 60],
      [on.width - 28, on.height - 50],
      [on.width - 46, on.height - 40],
    ],
    { thickness: 3 },
  );
}

function ecg(beats: readonly number[], withP: boolean): Canvas {
  const on = canvas(960, 320);
  paper(on);
  const noise = (x: number) => (withP ? 0 : 5 * Math.sin(x / 5.3) + 4 * Math.sin(x / 3.1 + 1));
  const trace = (x: number) => 210 - noise(x) - beats.reduce((sum, at) => sum + heartbeat(x - at, withP), 0);
  on.line(curve(0, on.width, 1, trace), { thickness: 2.5 });
  return on;
}

/** A curve with axes; the dashed curve is the comparison. */
function chart(curves: readonly { points: readonly Point[]; dashed?: boolean }[]): Canvas {
  const on = canvas(760, 460);
  axes(on);
  for (const { points, dashed } of curves) on.line(points, { thickness: 4, ...(dashed && { dash: 14 }) });
  return on;
}

const sigmoid = (centre: number) => (x: number) => 400 - 330 / (1 + Math.exp(-(x - centre) / 38));
const expired = (volume: number, time: number) => (x: number) =>
  408 - volume * (1 - Math.exp(-(x - 62) / time));
const growth = (x: number) => {
  if (x < 180) return 370;
  if (x < 380) return 370 - ((x - 180) / 200) * 260;
  return x < 540 ? 110 : 110 + ((x - 540) / 180) * 170;
};

/** The generated images of the demo's questions. */
export const drawings: Readonly<Record<string, () => Canvas>> = {
  'ecg-sinus': () => ecg([80, 240, 400, 560, 720, 880], true),
  'ecg-fibrillation': () => ecg([70, 175, 345, 430, 590, 665, 860], false),
  'dose-response': () =>
    chart([
      { points: curve(64, 710, 2, sigmoid(270)) },
      { points: curve(64, 710, 2, sigmoid(450)), dashed: true },
    ]),
  elimination: () => chart([{ points: curve(64, 690, 2, (x) => 80 + (x - 64) * 0.48) }]),
  spirometry: () =>
    chart([
      { points: curve(62, 710, 2, expired(330, 75)) },
      { points: curve(62, 710, 2, expired(290, 260)), dashed: true },
    ]),
  'growth-curve': () => chart([{ points: curve(64, 710, 2, growth) }]),
};
