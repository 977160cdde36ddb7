import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Failure } from '../../../core/failure.ts';
import { readRegular } from '../../../core/file-access.ts';
import { jsonIn } from '../../../core/json.ts';
import { fault, faultList } from '../../../core/texts/faults.ts';
import { WORKFLOWS } from '../../../features/secretary/routing/routing.ts';

const FILE = 'secretary.jsonl';
const MAX_REQUESTS = 1000;

/** `none`: nobody fits. `questions`: it has to ask first. Else a way of working, or a reference. */
const Expected = z.union([
  z.enum(['none', 'questions', ...WORKFLOWS.map((name) => `workflow:${name}` as const)]),
  z.string().regex(/^[\w.-]+:[a-z][a-z0-9-]*$/, 'expected plugin:name, workflow:name, none or questions'),
]);

const EvalRequest = z.strictObject({
  id: z.string().min(1).max(40),
  language: z.string().min(1).max(20),
  request: z.string().min(1).max(4000),
  expected: Expected,
});
/** A request, and the specialist that should be recommended for it. */
export type EvalRequest = z.infer<typeof EvalRequest>;

/**
 * Reads the requests in the last of these folders that has any, one JSON object a line.
 * @throws Failure `invalid` with file and line for one that cannot be used, `not-found` when no folder has any
 */
export function requestsOf(folders: readonly string[]): readonly EvalRequest[] {
  const file = folders.map((folder) => join(folder, FILE)).findLast((one) => existsSync(one));
  if (file === undefined) throw new Failure('not-found', fault('eval-no-requests', FILE, folders.join(', ')));
  const lines = readRegular(file)
    .split('\n')
    .map((text, at) => ({ text, place: `${file}:${at + 1}` }))
    .filter(({ text }) => text.trim() !== '');
  if (lines.length > MAX_REQUESTS)
    throw new Failure('invalid', fault('eval-too-many-requests', file, lines.length, MAX_REQUESTS));
  const requests = lines.map(requestIn);
  const seen = new Set<string>();
  for (const { id } of requests) {
    if (seen.has(id)) throw new Failure('invalid', fault('eval-id-twice', file, id));
    seen.add(id);
  }
  return requests;
}

function requestIn({ text, place }: { readonly text: string; readonly place: string }): EvalRequest {
  const read = EvalRequest.safeParse(jsonIn(text));
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) =>
    fault('field-wrong', place, path.join('.') || fault('line-as-a-whole'), message),
  );
  throw new Failure('invalid', faultList(problems));
}
