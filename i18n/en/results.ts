import { examResult } from './exam-result.ts';
import { rehearsal } from './rehearsal.ts';
import { simulation } from './simulation.ts';

/** The English texts that come with results, simulations, trials and the rehearsal. */
export const results = { examResult, rehearsal, simulation };
