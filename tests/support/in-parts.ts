import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { partOf } from './parts.ts';

/** Files begin in the order of their parts; within one as Vitest has it, the long or large ones first. */
export class InParts extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/**
 * A file that has a process of its own stands before all others: between them it would end a process that they share.
 */
function placeOf({ project, moduleId }: TestSpecification): number {
  return project.config.isolate ? -1 : partOf(moduleId);
}
