import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import { sessionRefusal } from '../../gateway/people/authority.ts';
import type { FollowUpAction, FollowUpStore } from './follow-up.ts';
import { FollowUpWorker, type FollowUpWorkerParts } from './follow-up-worker.ts';
import { followUpQuestions } from './questions.ts';

/** What the program says by itself: a command that ended, tests that a merge has broken, a branch that fell behind. */
export function followUpsFeature(parts: FollowUpWorkerParts): Feature {
  const { rows } = parts;
  const worker = new FollowUpWorker(parts);
  return {
    name: 'follow-ups',
    actions: followUpActions(rows),
    questions: followUpQuestions(rows),
    runs: { onLanded: (session) => worker.landed(session) },
    reports: { takesCommandEnd: (session, end) => worker.commandEnded(session, end) },
    workers: [{ run: (signal) => worker.run(signal) }],
    tidy: () => worker.lookAtBranches(),
  };
}

function followUpActions(rows: FollowUpStore): HandlersOf<FollowUpAction> {
  return {
    'follow-ups.answer': {
      grants: () => false,
      refusal({ followUp }, context) {
        const session = rows.get(followUp)?.session;
        return session && sessionRefusal(session, context);
      },
      apply({ followUp }) {
        rows.markAnswered(followUp);
        return [];
      },
    },
  };
}
