import { defineTool } from '../contracts/tool.ts';
import { changeTool } from './edit/change-tool.ts';
import { PatchInput, planPatch } from './edit/plan-patch.ts';

export const applyPatch = defineTool({
  name: 'apply_patch',
  description: 'Replace one passage of a file. Fails when the search text is missing or not unique.',
  doing: { en: 'editing', es: 'editando' },
  subAgents: 'working',
  claudeCode: ['Edit', 'MultiEdit'],
  service: 'files',
  examples: [
    {
      description: 'Raise the limit in a settings file',
      input: { path: 'config/limits.json', search: '"most": 10', replace: '"most": 20' },
    },
    {
      description: 'Rename a variable wherever it stands in the file',
      input: { path: 'src/cart.ts', search: 'totl', replace: 'total', occurrence: 'all' },
    },
  ],
  input: PatchInput,
  ...changeTool(planPatch, (input) => input),
});
