/** How far back the pace is measured, in milliseconds: what was earlier counts ever less. */
const memory = 8000;
/** A guess counts as so many turns. */
const guessed = 3;
/** A longer interval says that nobody came, not that turns are slow. */
const longest = 5000;
/** A rush leaves hashing less of the machine than a single sign-in has. */
const rushFactor = 1.3;

export type TurnPace = {
  /** Milliseconds from one turn to the next while attempts are waiting. */
  interval(): number;
  /** A turn ended while others waited, so many milliseconds after the one before. */
  noteInterval(milliseconds: number): void;
  /** A turn that took so long ended while nobody else waited. */
  noteAlone(milliseconds: number): void;
};

/**
 * Measures how fast turns follow each other, where so many run at a time. Intervals in a rush include everything else
 * the machine has to do then; before the first rush, turns of single sign-ins have to do.
 */
export function turnPace(atOnce: number, firstGuess: number): TurnPace {
  let turns = guessed;
  let time = (guessed * firstGuess * rushFactor) / atOnce;
  const note = (measured: number) => {
    const milliseconds = Math.min(measured, longest);
    const kept = Math.exp(-milliseconds / memory);
    turns = turns * kept + 1;
    time = time * kept + milliseconds;
  };
  return {
    interval: () => time / turns,
    noteInterval: note,
    noteAlone: (milliseconds) => note((milliseconds * rushFactor) / atOnce),
  };
}
