/** The message of every erasure in the process log; an operator searches for it after restoring an older backup. */
export const erasedMessage = 'a person was erased';

/** The line of the process log, for a command that has no log of its own. */
export const erasedLine = (person: number): string =>
  JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, person, msg: erasedMessage });
