import * as z from 'zod';
import { Failure } from '../core/failure.ts';
import { type FlagTable, flagTable } from './flags.ts';

const FLAG =
  /^(?:-\{(?:number|text|any)\}|[-/][^\s={}[\]!]+(?:=[\w./-]+|[ =]\{[a-z]+\}| ?\[\{[a-z]+\}\]| !\{pattern\})?)$/;

const Flags = z.array(
  // YAML reads the flag `-1` as a number.
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(FLAG, 'expected a flag such as -n, "--depth={number}" or "-A {number}"')),
);

const rule = {
  description: z.string().min(1).max(200),
  allowed_flags: Flags.optional(),
  allowed_args: z.array(z.string().min(1)).optional(),
  required_flags: z.array(z.string().startsWith('-')).optional(),
  project_script: z.boolean().optional(),
};

const Subcommand = z.strictObject(rule);

const Command = z
  .strictObject({
    ...rule,
    has_subcommands: z.boolean().optional(),
    subcommands: z.record(z.string().min(1), Subcommand).optional(),
    blacklist: z.strictObject({ subcommands: z.array(z.string().min(1)) }).optional(),
  })
  .refine((command) => (command.has_subcommands === true) === (command.subcommands !== undefined), {
    message: 'expected `has_subcommands: true` together with `subcommands`, or neither',
  });

const Platform = z.strictObject({
  allowed: z.record(z.string().min(1), Command),
  blacklist: z.strictObject({ commands: z.array(z.string().min(1)) }),
});

const File = z.strictObject({
  config: z.strictObject({ tool_commands: z.strictObject({ posix: Platform, windows: Platform }) }),
});

/** Permitted arguments of one command, or one of its sub-commands. */
export interface CommandRule {
  readonly description: string;
  readonly flags: FlagTable;
  /** One of these must be among the flags; empty = none is required. */
  readonly requiredFlags: readonly string[];
  /** Kinds of the positionals, the last one repeating; empty = none allowed. */
  readonly args: readonly string[];
  /** True when it runs code that the project defines: its scripts, tests, plug-ins, build files. */
  readonly projectScript: boolean;
}

export interface CommandSpec extends CommandRule {
  /** Undefined for a command without sub-commands. A name may hold several words: `-m pytest`. */
  readonly subcommands: ReadonlyMap<string, CommandRule> | undefined;
  readonly deniedSubcommands: ReadonlySet<string>;
}

export interface PlatformCommands {
  readonly allowed: ReadonlyMap<string, CommandSpec>;
  /** A name, a name with `.*` for all its extensions, or a name with words that must all be among its arguments. */
  readonly denied: readonly string[];
  /** `/x` is a flag, as on windows. */
  readonly slashFlags: boolean;
}

export interface ToolCommands {
  readonly posix: PlatformCommands;
  readonly windows: PlatformCommands;
}

/**
 * Reads the tree of a `tool-commands.yaml`.
 * @param placeOf file, and line if it is known, of a field
 * @throws Failure `invalid` that lists place, field and expectation of everything that is wrong
 */
export function toolCommandsOf(
  tree: unknown,
  placeOf: (path: readonly PropertyKey[]) => string,
): ToolCommands {
  const parsed = File.safeParse(tree);
  if (parsed.success) {
    const { posix, windows } = parsed.data.config.tool_commands;
    return { posix: compile(posix, false), windows: compile(windows, true) };
  }
  const problems = parsed.error.issues.flatMap(complaints).map(({ path, expectation }) => {
    const field = path.map(String).join('.') || 'the file';
    return `${placeOf(path)}: ${field}: ${expectation}`;
  });
  throw new Failure('invalid', problems.join('\n'));
}

interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly expectation: string;
}

/** An unknown key is reported at its map; a person searches for the key itself. */
function complaints(issue: z.core.$ZodIssue): readonly Complaint[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, expectation: issue.message }];
  return issue.keys.map((key) => ({ path: [...issue.path, key], expectation: 'there is no such field' }));
}

function compile(platform: z.infer<typeof Platform>, slashFlags: boolean): PlatformCommands {
  const specs = Object.entries(platform.allowed).map(([name, command]) => {
    const subcommands = command.subcommands && new Map(Object.entries(command.subcommands).map(withRule));
    const denied = new Set(command.blacklist?.subcommands);
    return [name, { ...ruleOf(command), subcommands, deniedSubcommands: denied }] as const;
  });
  return { allowed: new Map(specs), denied: platform.blacklist.commands, slashFlags };
}

function withRule([name, subcommand]: [string, z.infer<typeof Subcommand>]): [string, CommandRule] {
  return [name, ruleOf(subcommand)];
}

function ruleOf(entry: z.infer<typeof Subcommand>): CommandRule {
  return {
    description: entry.description,
    flags: flagTable(entry.allowed_flags ?? []),
    requiredFlags: entry.required_flags ?? [],
    // Positionals are paths unless the configuration says otherwise.
    args: entry.allowed_args ?? ['{path}'],
    projectScript: entry.project_script === true,
  };
}
