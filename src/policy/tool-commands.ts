import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { Failure } from '../core/failure.ts';
import { fault, faultList } from '../core/texts/faults.ts';
import { type FlagTable, flagTable } from './flags.ts';

export interface ToolCommands {
  readonly posix: PlatformCommands;
  readonly windows: PlatformCommands;
}

export interface PlatformCommands {
  readonly allowed: ReadonlyMap<string, CommandSpec>;
  /** A name, a name with `.*` for all its extensions, or a name with words that must all be among its arguments. */
  readonly denied: readonly string[];
  /** Variables that may be set in front of a command: what their values must look like. */
  readonly variables: ReadonlyMap<string, string>;
  /** `/x` is a flag, as on windows. */
  readonly slashFlags: boolean;
}

export interface CommandSpec extends CommandRule {
  /** Undefined for a command without sub-commands. A name may hold several words: `-m pytest`. */
  readonly subcommands: ReadonlyMap<string, CommandRule> | undefined;
  /** The program's own sub-commands that are not allowed: no script of the same name is meant by them. */
  readonly otherSubcommands: ReadonlySet<string>;
  readonly deniedSubcommands: ReadonlySet<string>;
}

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

/** True for a program that runs code of the project, if only in some of its forms. */
export function runsProjectCode(spec: CommandSpec | undefined): boolean {
  const rules = spec === undefined ? [] : [spec, ...(spec.subcommands?.values() ?? [])];
  return rules.some(({ projectScript }) => projectScript);
}

/** Names file, and line if it is known, of a field. */
type PlaceOf = (path: readonly PropertyKey[]) => string;

/**
 * Reads the tree of a `tool-commands.yaml`.
 * @throws Failure `invalid` that lists place, field and expectation of everything that is wrong
 */
export function toolCommandsOf(tree: unknown, placeOf: PlaceOf): ToolCommands {
  const reading = readTree(tree, placeOf);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}

/** Commands that are read in about a millisecond, or in five when the first of them compile what checks them. */
const COMMANDS_IN_A_TURN = 4;

/** The same while the program works: all commands together take 40 milliseconds. */
export async function toolCommandsInTurns(tree: unknown, placeOf: PlaceOf): Promise<ToolCommands> {
  const reading = readTree(tree, placeOf);
  for (let commands = 1; ; commands += 1) {
    const step = reading.next();
    if (step.done === true) return step.value;
    if (commands % COMMANDS_IN_A_TURN === 0) await nextTurn();
  }
}

/** Pauses after each command. */
type ReadingSteps<Result> = Generator<undefined, Result>;

function* readTree(tree: unknown, placeOf: PlaceOf): ReadingSteps<ToolCommands> {
  const outline = Outline.safeParse(tree);
  if (!outline.success) throw fileFailure(tree, placeOf);
  const { posix, windows } = outline.data.config.tool_commands;
  const allowed = { posix: yield* readCommands(posix), windows: yield* readCommands(windows) };
  if (allowed.posix === undefined || allowed.windows === undefined) throw fileFailure(tree, placeOf);
  return {
    posix: { allowed: allowed.posix, ...restOf(posix), slashFlags: false },
    windows: { allowed: allowed.windows, ...restOf(windows), slashFlags: true },
  };
}

function restOf({ blacklist, variables = {} }: PlatformOutline) {
  return { denied: blacklist.commands, variables: new Map(Object.entries(variables)) };
}

/** Undefined: one of them is wrong. */
function* readCommands({ allowed }: PlatformOutline): ReadingSteps<PlatformCommands['allowed'] | undefined> {
  const specs = new Map<string, CommandSpec>();
  for (const [name, entry] of Object.entries(allowed)) {
    const command = Command.safeParse(entry);
    if (!command.success) return undefined;
    specs.set(name, specOf(command.data));
    yield;
  }
  return specs;
}

function specOf(command: z.infer<typeof Command>): CommandSpec {
  const subcommands = command.subcommands && new Map(Object.entries(command.subcommands).map(withRule));
  const otherSubcommands = new Set(command.other_subcommands);
  const deniedSubcommands = new Set(command.blacklist?.subcommands);
  return { ...ruleOf(command), subcommands, otherSubcommands, deniedSubcommands };
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

function fileFailure(tree: unknown, placeOf: PlaceOf): Failure {
  const issues = File.safeParse(tree).error?.issues ?? [];
  const problems = issues.flatMap(complaints).map(({ path, expectation }) => {
    const field = path.map(String).join('.');
    return fault('field-wrong', placeOf(path), field === '' ? fault('file-as-a-whole') : field, expectation);
  });
  return new Failure('invalid', faultList(problems));
}

interface CommandsComplaint {
  readonly path: readonly PropertyKey[];
  readonly expectation: string;
}

/** An unknown key is reported at its map; a person searches for the key itself. */
function complaints(issue: z.core.$ZodIssue): readonly CommandsComplaint[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, expectation: issue.message }];
  return issue.keys.map((key) => ({ path: [...issue.path, key], expectation: 'there is no such field' }));
}

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
    other_subcommands: z.array(z.string().min(1)).optional(),
    blacklist: z.strictObject({ subcommands: z.array(z.string().min(1)) }).optional(),
  })
  .refine((command) => (command.has_subcommands === true) === (command.subcommands !== undefined), {
    message: 'expected `has_subcommands: true` together with `subcommands`, or neither',
  });

/** What the value of a variable must look like. */
const Shape = z.string().refine(isShape, 'expected a regular expression of JavaScript');

function isShape(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

const File = fileOf(Command);
/** The same, but for its commands. */
const Outline = fileOf(z.unknown());
type PlatformOutline = z.infer<typeof Outline>['config']['tool_commands']['posix'];

function fileOf<T extends z.ZodType>(command: T) {
  const platform = z.strictObject({
    allowed: z.record(z.string().min(1), command),
    blacklist: z.strictObject({ commands: z.array(z.string().min(1)) }),
    variables: z.record(z.string(), Shape).optional(),
  });
  return z.strictObject({
    config: z.strictObject({ tool_commands: z.strictObject({ posix: platform, windows: platform }) }),
  });
}
