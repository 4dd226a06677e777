/** The time constant of the measurement, in milliseconds: older turns count less and less. */
const memory = 8000;
/** The initial guess counts as this many turns. */
const guessed = 3;
/** A longer interval means idle time, not slow turns. */
const longest = 5000;
/** In a rush, hashing gets a smaller share of the machine than in a single sign-in. */
const rushFactor = 1.3;

export type TurnPace = {
  /** Milliseconds from one turn to the next while attempts are waiting. */
  interval(): number;
  /** Records a turn that ended while others waited, with the time since the previous turn. */
  noteInterval(milliseconds: number): void;
  /** Records the duration of a turn that ended while no one else waited. */
  noteAlone(milliseconds: number): void;
};

/**
 * Measures the interval between turns when `atOnce` of them run concurrently. Intervals in a rush include all other
 * load on the machine; before the first rush, single sign-ins give the estimate.
 */
export function turnPace(atOnce: number, firstGuess: number): TurnPace {
  let turns = guessed;
  let time = (guessed * firstGuess * rushFactor) / atOnce;
  const note = (measured: number) => {
    const milliseconds = Math.min(measured, longest);
    const decay = Math.exp(-milliseconds / memory);
    turns = turns * decay + 1;
    time = time * decay + milliseconds;
  };
  return {
    interval: () => time / turns,
    noteInterval: note,
    noteAlone: (milliseconds) => note((milliseconds * rushFactor) / atOnce),
  };
}
