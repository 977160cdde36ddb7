import type { Feature } from '../../contracts/feature.ts';
import { agentCommand, queueCommand } from './agent.ts';
import { agentResumeCommand } from './agent-resume.ts';
import { cancelCommand } from './cancel.ts';
import { compactCommand, contextCommand } from './context.ts';
import { type DoubtedEndsParts, untestedMarker } from './doubted-ends.ts';
import { sessionsCommand } from './sessions.ts';
import { statusCommand } from './status.ts';

/**
 * Begins, continues, stops and shows tasks.
 * @param features all of them, asked when `/status` is: each may add lines
 */
export function sessionsFeature(features: () => readonly Feature[], ends: DoubtedEndsParts): Feature {
  return {
    name: 'sessions',
    commands: [
      agentCommand,
      statusCommand(features),
      cancelCommand,
      agentResumeCommand,
      queueCommand,
      sessionsCommand,
      contextCommand,
      compactCommand,
    ],
    tidy: untestedMarker(ends),
  };
}
