import { basename } from 'node:path';
import * as z from 'zod';
import { positionInFiles, remoteUrl } from '../../../git/plain-repository.ts';
import { readCloneUrl } from '../../../git/workspaces/clone.ts';

/** What a cell reports of a session beside its transcript. Unknown fields belong to a newer version. */
export const CopyFacts = z.object({
  status: z.string(),
  mode: z.enum(['agent', 'talk']),
  number: z.int(),
  task: z.string(),
  locale: z.enum(['en', 'es']),
  /** Name of the project's folder. */
  project: z.string(),
  /** The address it can be cloned from, without credentials. */
  remote: z.string().optional(),
  branch: z.string().optional(),
  /** The ids of its messages in the chat: a reply to one of them is about this session. */
  messages: z.array(z.string()).optional(),
  /** True if its transcript is too large to be copied. */
  isTooLarge: z.boolean().optional(),
  /** True if it has ended and its report waits for the end of the quiet hours. */
  isHeldBack: z.boolean().optional(),
});
export type CopyFacts = z.infer<typeof CopyFacts>;

/** A name or password before the host. */
const HTTP_CREDENTIALS = /^(https?:\/\/)[^/?#]*@/i;

/** How the project is found or brought on another machine. Read from files: no git is started for it. */
export function projectFacts(
  project: string,
  folder: string,
): Pick<CopyFacts, 'project' | 'remote' | 'branch'> {
  const remote = cloneUrl(remoteUrl(project)?.replace(HTTP_CREDENTIALS, '$1'));
  const branch = positionInFiles(folder)?.branch?.replace('refs/heads/', '');
  return {
    project: basename(project),
    ...(remote === undefined ? {} : { remote }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** Only what a person may paste behind `git clone`: no option, no folder of the other machine. */
export function cloneUrl(text: string | undefined): string | undefined {
  const read = text === undefined ? undefined : readCloneUrl(text);
  return read?.kind === 'url' ? read.url : undefined;
}

/** In UTF-16 code units: enough to recognise what was asked for. */
const LONGEST = 200;
/** PostgreSQL refuses the zero, and half a character, which a cut may leave. */
const LONE_SURROGATE = /\p{Cs}/gu;
const ZERO = '\u0000';

/** The first `LONGEST` characters of a text, without those that PostgreSQL refuses. */
export function cleanForPostgres(text: string): string {
  return text.slice(0, LONGEST).replace(LONE_SURROGATE, '').replaceAll(ZERO, '');
}
