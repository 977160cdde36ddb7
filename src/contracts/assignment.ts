import * as z from 'zod';

/** A command in a file: with `isWhole` exactly these words, else every command that begins with them. */
export const NamedCommand = z.strictObject({ words: z.array(z.string()).min(1), isWhole: z.boolean() });
export type NamedCommand = z.infer<typeof NamedCommand>;

/** Calls that a file names: all calls of a tool, or those of `run_command` with this command. */
export const PermittedTool = z.strictObject({ tool: z.string(), command: NamedCommand.optional() });
export type PermittedTool = z.infer<typeof PermittedTool>;

/**
 * What a session begins with beyond a person's words; stored with it. `hash`: SHA-256 of the file when the person
 * asked for it; a changed file is not used instead.
 */
export const Assignment = z.discriminatedUnion('kind', [
  /** A command file; `text` is the typed text after its name, unexpanded. */
  z.strictObject({ kind: z.literal('command'), name: z.string(), text: z.string(), hash: z.string() }),
  /** A skill that a person begins; `text` as for a command file. */
  z.strictObject({ kind: z.literal('skill'), name: z.string(), text: z.string(), hash: z.string() }),
  /** `agent`: `plugin:name`. `brief`: the specialist's task, in place of the person's words. */
  z.strictObject({ kind: z.literal('specialist'), agent: z.string(), brief: z.string(), hash: z.string() }),
  /** A prompt of an MCP server; `text` is the typed text after its name, `hash` that of the server's configuration. */
  z.strictObject({
    kind: z.literal('mcp-prompt'),
    server: z.string(),
    prompt: z.string(),
    text: z.string(),
    hash: z.string(),
  }),
  /**
   * A plan that a person was shown, as JSON, with its hash: a feature carries it out, and no model. `outputs`: of tasks
   * that were done in an earlier session and are not done again; a JSON object by task. `job`: its id, if one was
   * stored.
   */
  z.strictObject({
    kind: z.literal('job'),
    plan: z.string(),
    hash: z.string(),
    outputs: z.string().optional(),
    job: z.string().optional(),
  }),
]);
export type Assignment = z.infer<typeof Assignment>;

/** A plan to carry out; `job` is its name in rows and transcripts. */
export type PlannedAssignment = Extract<Assignment, { kind: 'job' }>;

/** True for a session that carries out a plan: no model reads words in it. */
export function isPlanned(session: {
  readonly origin?: { readonly assignment?: Assignment | undefined };
}): boolean {
  return session.origin?.assignment?.kind === 'job';
}

/** An assignment after its session's first run: frozen from then on, even if the files change. */
export const Terms = z.strictObject({
  /** The task for the model, in place of the person's words. */
  brief: z.string().optional(),
  /** Notice to the person at the beginning, in their language. Stored transcripts have it under this name. */
  told: z.string().optional(),
  /** Follows the system prompt. Text of a file: it gives no rights. */
  instructions: z.string().optional(),
  /** Names of the session's tools among those it would have; undefined = all of them. */
  tools: z.array(z.string()).optional(),
  /** `run_command` runs only these; undefined = whatever the policy permits. */
  commands: z.array(NamedCommand).optional(),
  /** Calls that would be asked about and are not, as far as `policy/call-rules.ts` permits. */
  preApproved: z.array(PermittedTool),
  /** The accepted file that pre-approves them, only while it is accepted. Missing where its place is enough. */
  restsOn: z.strictObject({ name: z.string(), path: z.string(), hash: z.string() }).optional(),
  /** Each only narrows the limits of every session. */
  limits: z
    .strictObject({
      maxRounds: z.int().min(1).optional(),
      maxSeconds: z.number().positive().optional(),
      maxCostUsd: z.number().positive().optional(),
    })
    .optional(),
  /**
   * Its replies come from an approved plan, not from a model: they end with the plan, so neither many rounds nor
   * repeated calls mean a fault.
   */
  isPlanned: z.literal(true).optional(),
});
export type Terms = z.infer<typeof Terms>;

/**
 * The owner's files for the model, in the order in which they are shown: how to speak, whom it works for, how to use
 * tools best. Each is optional.
 */
export const BOOTSTRAP_NAMES = ['SOUL.md', 'USER.md', 'TOOLS.md'] as const;

export type BootstrapName = (typeof BOOTSTRAP_NAMES)[number];

/**
 * - `link`: leads out of the folder. - `not-a-file`: a folder, a pipe, a device. - `not-text`: no UTF-8.
 * - `unreadable`: the system refuses it, or a link leads nowhere.
 */
export type BootstrapFault = 'link' | 'not-a-file' | 'not-text' | 'unreadable';

interface BootstrapFileLocation {
  readonly name: BootstrapName;
  /** Below `DATA_DIR/workspace`, with `/`: `SOUL.md`, or `shop/SOUL.md` for the project `shop` alone. */
  readonly place: string;
}

export type BootstrapFile =
  | (BootstrapFileLocation & {
      readonly kind: 'read';
      /** Never empty. */
      readonly text: string;
      /** Size of the whole file. */
      readonly bytes: number;
      /** True when `text` is only the beginning. */
      readonly isCut: boolean;
    })
  | (BootstrapFileLocation & { readonly kind: 'refused'; readonly why: BootstrapFault });

/**
 * The files of `names` that exist and are not empty, in that order. `project`: canonical path of the workspace. Never
 * throws for a file.
 */
export type Bootstrap = (project: string, names: readonly BootstrapName[]) => readonly BootstrapFile[];
