import * as z from 'zod';

/** A command as a file names it: with `isWhole` the very words, else whatever begins with them. */
export const NamedCommand = z.strictObject({ words: z.array(z.string()).min(1), isWhole: z.boolean() });
export type NamedCommand = z.infer<typeof NamedCommand>;

/** Calls that a file speaks of: all of a tool, or those of `run_command` with this command. */
export const Permitted = z.strictObject({ tool: z.string(), command: NamedCommand.optional() });
export type Permitted = z.infer<typeof Permitted>;

/**
 * What a session is begun with beyond the words of a person; stored with it. `hash`: SHA-256 of the file as it was when
 * the person asked for it; another one is not used in its place.
 */
export const Assignment = z.discriminatedUnion('kind', [
  /** A command file; `text` is what was typed after its name, unexpanded. */
  z.strictObject({ kind: z.literal('command'), name: z.string(), text: z.string(), hash: z.string() }),
  /** `agent`: `plugin:name`. `brief`: what the specialist is asked, in place of the words of the person. */
  z.strictObject({ kind: z.literal('specialist'), agent: z.string(), brief: z.string(), hash: z.string() }),
  /**
   * A plan that was shown, as JSON, and the hash under which it was. `outputs`: of tasks that were done in an earlier
   * session and are not done again; a JSON object by task. `job`: its id, where one was stored.
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

/** What an assignment comes to when its session first runs: frozen from then on, whatever becomes of the files. */
export const Terms = z.strictObject({
  /** What the model is asked, in place of the words of the person. */
  brief: z.string().optional(),
  /** What the person is told when it begins, in their language. */
  told: z.string().optional(),
  /** Stands behind the system prompt. Text of a file: it gives no rights. */
  instructions: z.string().optional(),
  /** Names of tools that the session has, of those that it would have; undefined = all of them. */
  tools: z.array(z.string()).optional(),
  /** `run_command` runs nothing but these; undefined = whatever the policy lets it. */
  commands: z.array(NamedCommand).optional(),
  /** Calls that would be asked about and are not, as far as `policy/terms.ts` lets them. */
  preApproved: z.array(Permitted),
  /** The accepted file that pre-approves them: only while it still is accepted. None where its place is enough. */
  restsOn: z.strictObject({ name: z.string(), path: z.string(), hash: z.string() }).optional(),
  /** Each only narrows what every session has. */
  limits: z
    .strictObject({
      maxRounds: z.int().min(1).optional(),
      maxSeconds: z.number().positive().optional(),
      maxCostUsd: z.number().positive().optional(),
    })
    .optional(),
  /**
   * Its replies are made from a plan that a person agreed to, not by a model: they end with the plan, so neither the
   * number of rounds nor calls that repeat say that something goes wrong.
   */
  isPlanned: z.literal(true).optional(),
});
export type Terms = z.infer<typeof Terms>;
