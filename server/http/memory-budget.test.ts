import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { memoryBudget, type Upload } from './memory-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Given = Partial<
  Readonly<Record<'maxBytes' | 'maxBytesPerPerson' | 'reserveBytes' | 'timeoutMilliseconds', number>>
>;

/** A budget of ten bytes without a reserve, half for one person, for uploads whose bodies have arrived by default. */
function budget(given: Given = {}) {
  const { reserve } = memoryBudget({
    maxBytes: 10,
    maxBytesPerPerson: 5,
    reserveBytes: 0,
    timeoutMilliseconds: 1000,
    ...given,
    refusal: () => new Refusal('request.tooMany', { seconds: 5 }),
  });
  return {
    reserve: (person: number, bytes: number, upload: Partial<Upload> = {}) =>
      reserve({
        person,
        network: `network ${person}`,
        bytes,
        received: () => undefined,
        cutOff: () => {},
        ...upload,
      }),
  };
}

/** Begins uploads that leave when they are cut off, and notes whose. */
function cuttable(reserve: ReturnType<typeof budget>['reserve']) {
  const cut: number[] = [];
  const begin = async (person: number, bytes: number, received?: () => number) => {
    const release = await reserve(person, bytes, {
      ...(received && { received }),
      cutOff: () => {
        cut.push(person);
        release();
      },
    });
  };
  return { cut, begin };
}

describe('[SAFE-17] the memory budget for uploads', () => {
  it('[SAFE-17] admits uploads that fit and queues the others in order', async () => {
    const { reserve } = budget();
    const begun: string[] = [];
    const begin = async (name: string, bytes: number, person: number) => {
      const release = await reserve(person, bytes);
      begun.push(name);
      return release;
    };
    const first = await begin('first', 5, 1);
    await begin('beside it', 3, 2);
    const second = begin('second', 5, 3);
    const third = begin('third', 1, 4);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first', 'beside it']);
    first();
    await Promise.all([second, third]);
    expect(begun).toEqual(['first', 'beside it', 'second', 'third']);
  });

  it('[SAFE-17] refuses an upload after the timeout and admits the next ones', async () => {
    const { reserve } = budget();
    await reserve(1, 4);
    await reserve(2, 4);
    const refused = expect(reserve(3, 5)).rejects.toMatchObject({ code: 'request.tooMany' });
    await vi.advanceTimersByTimeAsync(500);
    const small = vi.fn();
    void reserve(4, 2).then(small);
    await vi.advanceTimersByTimeAsync(499);
    expect(small).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(small).toHaveBeenCalledOnce();
  });

  it('[SAFE-17] limits one user to half and does not block the others', async () => {
    const { reserve } = budget();
    const begun: string[] = [];
    const note = (name: string) => (release: () => void) => {
      begun.push(name);
      return release;
    };
    const first = await reserve(1, 3).then(note('first'));
    await reserve(1, 2).then(note('second'));
    const third = reserve(1, 3).then(note('third'));
    await reserve(2, 5).then(note('other'));
    expect(begun).toEqual(['first', 'second', 'other']);
    first();
    await third;
    expect(begun).toEqual(['first', 'second', 'other', 'third']);
  });

  it('[SAFE-17] gives one person no more than their share, however much is free', async () => {
    const { reserve } = budget({ maxBytesPerPerson: 3 });
    const begun: number[] = [];
    const begin = async (person: number) => {
      const release = await reserve(person, 2);
      begun.push(person);
      return release;
    };
    const first = await begin(1);
    const second = begin(1);
    await begin(2);
    expect(begun).toEqual([1, 2]);
    first();
    await second;
    expect(begun).toEqual([1, 2, 1]);
  });

  it('[SAFE-17] lets one network leave what one person may hold to the others', async () => {
    const { reserve } = budget({ maxBytesPerPerson: 3 });
    const begun: number[] = [];
    const begin = async (person: number, network: string) => {
      const release = await reserve(person, 2, { network });
      begun.push(person);
      return release;
    };
    const first = await begin(1, 'room');
    for (const person of [2, 3]) await begin(person, 'room');
    const fourth = begin(4, 'room');
    await begin(5, 'office');
    expect(begun).toEqual([1, 2, 3, 5]);
    first();
    await fourth;
    expect(begun).toEqual([1, 2, 3, 5, 4]);
  });

  it('[SAFE-17] serves an ordinary upload of a third network while two fill the budget', async () => {
    const { reserve } = budget({ reserveBytes: 2 });
    const begun: string[] = [];
    const begin = async (name: string, person: number, bytes: number, network: string) => {
      const release = await reserve(person, bytes, { network });
      begun.push(name);
      return release;
    };
    const room = await begin('room', 1, 5, 'room');
    await begin('office', 2, 5, 'office');
    // Only for networks that hold nothing, for one upload, and only if it is small enough.
    const more = begin('more of the room', 3, 1, 'room');
    const large = begin('too large', 4, 3, 'home');
    const home = await begin('home', 5, 2, 'home');
    const library = begin('library', 6, 1, 'library');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['room', 'office', 'home']);
    home();
    await library;
    expect(begun).toEqual(['room', 'office', 'home', 'library']);
    room();
    await Promise.all([more, large]);
  });

  it('[SAFE-17] serves who had no turn before further uploads of others', async () => {
    const { reserve } = budget({ maxBytes: 20, maxBytesPerPerson: 10 });
    const begun: string[] = [];
    const begin = async (name: string, person: number) => {
      const release = await reserve(person, 5, { network: name });
      begun.push(name);
      return release;
    };
    await reserve(3, 10);
    const first = await begin('first', 1);
    const second = await begin('second', 1);
    const third = begin('third', 1);
    const fourth = begin('fourth', 1);
    const other = begin('other', 2);
    first();
    (await third)();
    second();
    await Promise.all([other, fourth]);
    expect(begun).toEqual(['first', 'second', 'third', 'other', 'fourth']);
  });

  it('[SAFE-17] lets ten uploads of one person wait and refuses the next immediately', async () => {
    const { reserve } = budget();
    await reserve(1, 5);
    const refused = vi.fn();
    for (let upload = 0; upload < 10; upload += 1) reserve(1, 5).catch(refused);
    await expect(reserve(1, 5)).rejects.toMatchObject({ code: 'request.tooMany' });
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(refused).toHaveBeenCalledTimes(10);
  });

  describe('[SAFE-17] when somebody waits', () => {
    /** An upload that has begun and whose body arrives at a rate, in bytes per second. */
    const arriving = (bytesPerSecond: number) => {
      const began = performance.now();
      return () => ((performance.now() - began) / 1000) * bytesPerSecond;
    };
    const kibibyte = 1024;

    it('[SAFE-17] cuts off the slowest upload of others, and no more than are in the way', async () => {
      const { reserve } = budget({ timeoutMilliseconds: 5000 });
      const cut: string[] = [];
      const begin = async (name: string, person: number, rate: number) => {
        const release = await reserve(person, 3, {
          received: arriving(rate),
          cutOff: () => {
            cut.push(name);
            release();
          },
        });
      };
      await begin('slow', 1, 2 * kibibyte);
      await begin('slowest', 2, kibibyte);
      await begin('steady', 3, 65 * kibibyte);
      const waited = reserve(4, 3);
      await vi.advanceTimersByTimeAsync(1999);
      expect(cut).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await waited;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(cut).toEqual(['slowest']);
    });

    it('[SAFE-17] cuts off an upload of their network when that is full', async () => {
      const { reserve } = budget({ maxBytesPerPerson: 3, timeoutMilliseconds: 5000 });
      const cut: number[] = [];
      const begin = async (person: number, bytes: number, network: string) => {
        const release = await reserve(person, bytes, {
          network,
          received: () => 0,
          cutOff: () => {
            cut.push(person);
            release();
          },
        });
      };
      await begin(1, 2, 'office');
      await begin(2, 3, 'room');
      await begin(3, 3, 'room');
      const waited = reserve(4, 2, { network: 'room' });
      await vi.advanceTimersByTimeAsync(2000);
      await waited;
      expect(cut).toEqual([2]);
    });

    it('[SAFE-17] cuts off a stalled upload in the reserve for another network only', async () => {
      const { reserve } = budget({ reserveBytes: 2, timeoutMilliseconds: 5000 });
      const { cut, begin } = cuttable(reserve);
      await begin(1, 5);
      await begin(2, 5);
      await begin(3, 2, () => 0);
      const refused = expect(begin(1, 1)).rejects.toMatchObject({ code: 'request.tooMany' });
      await vi.advanceTimersByTimeAsync(5000);
      await refused;
      expect(cut).toEqual([]);
      const waited = begin(4, 2);
      await vi.advanceTimersByTimeAsync(2000);
      await waited;
      expect(cut).toEqual([3]);
    });

    it('[SAFE-17] cuts off as many in the reserve as an upload needs, those stalled for longest first', async () => {
      const { reserve } = budget({ reserveBytes: 6, timeoutMilliseconds: 5000 });
      const { cut, begin } = cuttable(reserve);
      await begin(1, 5);
      await begin(2, 5);
      const flowing = arriving(64 * kibibyte);
      let end = Number.POSITIVE_INFINITY;
      await begin(3, 2, () => Math.min(flowing(), end));
      await begin(4, 2, () => 0);
      await begin(5, 2, () => 0);
      // What waits and may not use the reserve lets the looks begin, and cuts nothing there.
      const refused = expect(begin(1, 1)).rejects.toMatchObject({ code: 'request.tooMany' });
      await vi.advanceTimersByTimeAsync(2000);
      end = flowing();
      const waited = begin(6, 2);
      await vi.advanceTimersByTimeAsync(3000);
      await Promise.all([refused, waited]);
      expect(cut).toEqual([4]);
      const two = Promise.all([begin(7, 2), begin(8, 1)]);
      await vi.advanceTimersByTimeAsync(4000);
      await two;
      expect(cut).toEqual([4, 3, 5]);
    });

    it('[SAFE-17] cuts off nothing else for an upload that gets room in the reserve, nor for one that cannot', async () => {
      const { reserve } = budget({ reserveBytes: 4, timeoutMilliseconds: 5000 });
      const { cut, begin } = cuttable(reserve);
      await begin(1, 5);
      await begin(2, 5, () => 0);
      await begin(3, 3, arriving(64 * kibibyte));
      await begin(4, 1, () => 0);
      // Not even the memory of the stalled upload in the reserve suffices; that of the other one does.
      const larger = begin(5, 2);
      await vi.advanceTimersByTimeAsync(2000);
      await larger;
      expect(cut).toEqual([2]);
      await begin(6, 3, () => 0);
      const small = begin(7, 1);
      await vi.advanceTimersByTimeAsync(2000);
      await small;
      expect(cut).toEqual([2, 4]);
    });

    it('[SAFE-17] cuts off nobody of a hall whose line is slow, but an upload far slower than the others', async () => {
      const { reserve } = budget({ maxBytes: 64, maxBytesPerPerson: 8, timeoutMilliseconds: 20_000 });
      const cut: number[] = [];
      const begin = async (person: number, rate: number) => {
        const release = await reserve(person, 1, {
          network: 'hall',
          received: arriving(rate),
          cutOff: () => {
            cut.push(person);
            release();
          },
        });
        return release;
      };
      const finish = await begin(1, 50 * kibibyte);
      for (let person = 2; person <= 56; person += 1) await begin(person, 50 * kibibyte);
      const refused = expect(begin(57, 50 * kibibyte)).rejects.toMatchObject({ code: 'request.tooMany' });
      await vi.advanceTimersByTimeAsync(20_000);
      await refused;
      expect(cut).toEqual([]);

      finish();
      await begin(58, 10 * kibibyte);
      const waited = begin(59, 50 * kibibyte);
      await vi.advanceTimersByTimeAsync(8000);
      await waited;
      expect(cut).toEqual([58]);
    });

    it('[SAFE-17] takes nothing for slow while the process itself was busy', async () => {
      const { reserve } = budget({ timeoutMilliseconds: 5000 });
      const cut: number[] = [];
      for (const person of [1, 2]) {
        const release = await reserve(person, 5, {
          received: () => 0,
          cutOff: () => {
            cut.push(person);
            release();
          },
        });
      }
      const waited = reserve(3, 5);
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000);
      await vi.advanceTimersByTimeAsync(2000);
      expect(cut).toEqual([]);
      await vi.advanceTimersByTimeAsync(2000);
      await waited;
      expect(cut).toEqual([1]);
    });

    it('[SAFE-17] leaves slow uploads alone when a person waits for their own share, or when they are complete', async () => {
      const { reserve } = budget({ timeoutMilliseconds: 5000 });
      const cutOff = vi.fn();
      await reserve(1, 5, { received: () => 0, cutOff });
      const own = expect(reserve(1, 3)).rejects.toMatchObject({ code: 'request.tooMany' });
      await reserve(2, 5, { cutOff });
      await vi.advanceTimersByTimeAsync(5000);
      await own;
      expect(cutOff).not.toHaveBeenCalled();
    });
  });
});
