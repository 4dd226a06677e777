import { accountMutants } from './accounts.ts';
import { driverMutants } from './driver.ts';
import { examEngineMutants } from './exam-engine.ts';
import type { Mutant } from './mutant.ts';
import { operationsMutants } from './operations.ts';
import { resultMutants } from './results.ts';
import { settlementMutants } from './settlements.ts';
import { sittingMutants } from './sitting.ts';
import { workloadMutants } from './workloads.ts';

/** All mutants that the tests must kill, one file per area. */
export const mutants: readonly Mutant[] = [
  ...examEngineMutants,
  ...accountMutants,
  ...driverMutants,
  ...operationsMutants,
  ...resultMutants,
  ...settlementMutants,
  ...sittingMutants,
  ...workloadMutants,
];
