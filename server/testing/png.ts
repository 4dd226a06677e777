import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

type Png = {
  readonly width: number;
  readonly height: number;
  readonly pixels?: Buffer;
  readonly text?: string;
};

/** A hand-written PNG that can declare any size; one grey byte per pixel. */
export function png({ width, height, pixels = Buffer.alloc(0), text }: Png): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(text === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\u0000${text}`, 'latin1'))]),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An image with a gradient from black to white. */
export function slope(width: number, height: number): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => Math.floor((x * 255) / width))]);
  return png({ width, height, pixels: Buffer.concat(Array.from({ length: height }, () => row)) });
}
