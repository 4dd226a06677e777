import sharp from 'sharp';

export type Point = readonly [x: number, y: number];
type Ink = readonly [red: number, green: number, blue: number];
type Stroke = {
  readonly thickness?: number;
  readonly ink?: Ink;
  /** The length of dashes and of the gaps between them. */
  readonly dash?: number;
};

/** A white canvas for lines that uses no system fonts or programs, so the result is the same everywhere. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  line(points: readonly Point[], stroke?: Stroke): void;
  webp(): Promise<Buffer>;
};

/** Drawn larger and scaled down for antialiasing. */
const scale = 2;

export function canvas(width: number, height: number): Canvas {
  const [wide, high] = [width * scale, height * scale];
  const pixels = Buffer.alloc(wide * high * 3, 255);

  const dot = (x: number, y: number, radius: number, ink: Ink) => {
    for (let row = Math.ceil(y - radius); row <= y + radius; row += 1)
      for (let column = Math.ceil(x - radius); column <= x + radius; column += 1)
        if (
          row >= 0 &&
          row < high &&
          column >= 0 &&
          column < wide &&
          (row - y) ** 2 + (column - x) ** 2 <= radius ** 2
        )
          pixels.set(ink, (row * wide + column) * 3);
  };

  return {
    width,
    height,
    line: (points, { thickness = 1, ink = [30, 41, 59], dash }: Stroke = {}) => {
      let drawn = 0;
      points.slice(1).forEach(([toX, toY], index) => {
        const [fromX, fromY] = points[index] as Point;
        const length = Math.hypot(toX - fromX, toY - fromY);
        const steps = Math.max(1, Math.ceil(length * scale));
        for (let step = 0; step <= steps; step += 1) {
          const part = step / steps;
          const isGap = dash !== undefined && Math.floor((drawn + length * part) / dash) % 2 === 1;
          if (!isGap)
            dot(
              (fromX + (toX - fromX) * part) * scale,
              (fromY + (toY - fromY) * part) * scale,
              (thickness * scale) / 2,
              ink,
            );
        }
        drawn += length;
      });
    },
    webp: () =>
      sharp(pixels, { raw: { width: wide, height: high, channels: 3 } })
        .resize(width, height)
        .webp({ quality: 90 })
        .toBuffer(),
  };
}
