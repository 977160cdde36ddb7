import { Failure } from './base/failure.ts';
import type { Assignment, Terms } from './contracts/assignment.ts';
import type { Model } from './contracts/model.ts';
import type { SessionRecord } from './contracts/session.ts';

/** What finds out the terms of each kind of assignment; a kind without one cannot be begun. */
type TermsOf = {
  readonly [Kind in Assignment['kind']]?: (
    session: SessionRecord,
    assignment: Extract<Assignment, { kind: Kind }>,
    signal: AbortSignal,
  ) => Promise<Terms>;
};

export interface AssignmentParts {
  readonly model: Model;
}

/** How sessions are begun that are more than the words of a person, for the agent. */
export function assignments({ model }: AssignmentParts) {
  const kinds: TermsOf = {};
  const termsOf = async (
    session: SessionRecord,
    assignment: Assignment,
    signal: AbortSignal,
  ): Promise<Terms> => {
    // Each entry takes the assignments of its own kind.
    const find = kinds[assignment.kind] as
      | ((session: SessionRecord, assignment: Assignment, signal: AbortSignal) => Promise<Terms>)
      | undefined;
    if (find !== undefined) return await find(session, assignment, signal);
    throw new Failure('unavailable', `A ${assignment.kind} cannot be begun by this version of the program.`);
  };
  return { termsOf, modelOf: (_session: SessionRecord) => model };
}
