import { defineTool } from '../contracts/tool.ts';
import { ChangeData, prepareChange, recoverChange, reviewChange, writeChange } from './edit/file-change.ts';
import { PatchInput, patchedFile } from './edit/patched-file.ts';
import { withSyntaxNote } from './syntax-note.ts';

export const applyPatch = defineTool({
  name: 'apply_patch',
  description: 'Replace one passage of a file. Fails when the search text is missing or not unique.',
  effect: 'writes',
  files: ({ path }) => [path],
  input: PatchInput,
  output: ChangeData,
  review: (input, context) => reviewChange(input.path, context, () => patchedFile(input, context)),
  prepare: async (input, context, reviewed) => prepareChange(await patchedFile(input, context), reviewed),
  recover: (_input, context, prepared) => recoverChange(context, prepared),
  async run(input, context, prepared) {
    const change = await patchedFile(input, context);
    return withSyntaxNote(change, context, () => writeChange(change, context, prepared));
  },
});
