import { defineTool } from '../contracts/tool.ts';
import { changeTool } from './edit/change-tool.ts';
import { PatchInput, patchedFile } from './edit/patched-file.ts';

export const applyPatch = defineTool({
  name: 'apply_patch',
  description: 'Replace one passage of a file. Fails when the search text is missing or not unique.',
  input: PatchInput,
  ...changeTool(patchedFile, (input) => input),
});
