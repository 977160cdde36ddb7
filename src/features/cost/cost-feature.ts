import type { Feature } from '../../contracts/feature.ts';
import { costCommand } from './cost-command.ts';

/** What tasks cost, expected and actual: `/cost`. Who may spend how much is decided in `gateway/people/` and `agent/budget/`. */
export function costFeature(): Feature {
  return { name: 'cost', commands: [costCommand] };
}
