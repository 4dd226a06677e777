import { expect, it } from 'vitest';
import { importFileMegabytes } from '#contract/imports.ts';
import { wholeFileMemory } from './uploaded-file.ts';

const mebibyte = 1024 * 1024;

it('[SAFE-17] the memory for files has room for a whole import, however much another network sends', async () => {
  const { reserve } = wholeFileMemory();
  const received = () => performance.now() * mebibyte;
  const cutOff = () => expect.unreachable('an upload was cut off');
  const begun: string[] = [];
  const begin = (person: number, network: string, bytes: number) =>
    reserve({ person, network, bytes, received, cutOff }).then(() => begun.push(network));
  await begin(1, 'room', 16 * mebibyte);
  await begin(2, 'room', 16 * mebibyte);
  void begin(3, 'room', 16 * mebibyte).catch(() => undefined);
  void begin(4, 'room', 12 * mebibyte).catch(() => undefined);
  await begin(5, 'office', importFileMegabytes * mebibyte);
  expect(begun.at(-1)).toBe('office');
});
