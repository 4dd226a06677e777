/** How much the newest interval changes the mean. */
const weight = 1 / 32;

export type TurnPace = {
  /** Milliseconds from one turn to the next while attempts are waiting. */
  interval(): number;
  /** A turn ended while others waited, so many milliseconds after the one before. */
  note(milliseconds: number): void;
};

/**
 * Measures how fast turns follow each other. Only turns with others waiting count: they include everything else the
 * machine has to do in a rush, which the time of a single hash does not.
 */
export function turnPace(firstGuess: number): TurnPace {
  let mean = firstGuess;
  return {
    interval: () => mean,
    note: (milliseconds) => {
      mean += (milliseconds - mean) * weight;
    },
  };
}
