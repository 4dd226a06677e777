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

it('[SAFE-17] two networks that fill the memory leave room for an ordinary file of a third', async () => {
  const { reserve } = wholeFileMemory();
  const begin = (person: number, network: string, mebibytes: number) =>
    reserve({
      ...{ person, network, bytes: mebibytes * mebibyte },
      received: () => performance.now() * mebibyte,
      cutOff: () => expect.unreachable('an upload was cut off'),
    });
  for (const [person, mebibytes] of [20, 20, 4].entries()) await begin(person, 'room', mebibytes);
  await begin(3, 'office', 20);
  await begin(4, 'home', 8);
});
