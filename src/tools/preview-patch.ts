import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { PatchInput, planPatch } from './edit/plan-patch.ts';
import { unifiedDiff } from './edit/unified-diff.ts';

export const previewPatch = defineTool({
  name: 'preview_patch',
  description: 'Show the unified diff that apply_patch would make, without applying it.',
  effect: 'reads',
  doing: { en: 'previewing', es: 'previsualizando' },
  subAgents: 'specialists',
  claudeCode: ['Edit', 'MultiEdit'],
  service: 'files',
  examples: [
    {
      description: 'Show what a new greeting would change',
      input: { path: 'src/greet.ts', search: "'Hello'", replace: "'Good morning'" },
    },
  ],
  input: PatchInput,
  output: z.object({ path: z.string(), added: z.int(), removed: z.int(), diff: z.string() }),
  async run(input, context) {
    const { path, before, text } = await planPatch(input, context);
    const diff = unifiedDiff(path.relative, before?.text, text);
    return { text: diff.diff, data: { path: path.relative, ...diff } };
  },
});
