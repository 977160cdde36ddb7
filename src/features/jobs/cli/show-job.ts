import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import wrapAnsi from 'wrap-ansi';
import { fillPrompt } from '../../../agent/prompt/prompt.ts';
import type { ModelFault } from '../../../contracts/model.ts';
import type { CliHost, Installation } from '../../../contracts/sub-command.ts';
import { Failure } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { agentTools } from '../../../tools/toolbox.ts';
import {
  branchesOf,
  type Catalog,
  type CatalogCommand,
  catalogOf,
  commandName,
  propertiesOf,
  SERVICES,
  typesOf,
} from '../catalog.ts';
import { checkGraph } from '../check/check-graph.ts';
import { createSchemaCheck } from '../check/schema-check.ts';
import { type GraphProblem, type JobGraph, placeText } from '../graph/graph.ts';
import { readGraphFile } from '../graph/graph-file.ts';
import type { JobPlan } from '../plan/plan.ts';
import { planMermaid } from '../plan/plan-mermaid.ts';
import { planText } from '../plan/plan-text.ts';
import { NOTHING_SPENT, type RequestCost, sumOf } from '../planning/ask-with-retries.ts';
import { type AskParts, makePlan } from '../planning/make-plan.ts';
import { orchestrateRequest } from '../planning/orchestrator.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';

export interface CatalogOptions {
  readonly json?: true;
}

export interface JobRunOptions {
  readonly plan?: true;
  readonly json?: true;
  readonly mermaid?: true;
}

/** @throws Failure `not-found` for a name that no service and no command has */
export async function showCatalog(
  { installation, output }: CliHost,
  name: string | undefined,
  { json }: CatalogOptions,
): Promise<void> {
  const { tools, locale } = await installation();
  const catalog = catalogOf(tools);
  const words = jobTexts(texts(locale)).catalog;
  const found = commandsNamed(name, catalog, words);
  if (json) {
    output.write(`${JSON.stringify(found.map(jsonOf), null, 2)}\n`);
    return;
  }
  const [first] = found;
  const width = widthOf(output);
  const text =
    first !== undefined && name === commandName(first)
      ? commandPage(first, words, width)
      : catalogText(found, words, width);
  output.write(`${text}\n`);
}

function commandsNamed(
  name: string | undefined,
  { commands }: Catalog,
  words: JobTexts['catalog'],
): readonly CatalogCommand[] {
  const found = commands.filter((one) => [undefined, one.service, commandName(one)].includes(name));
  if (name === undefined || found.length > 0) return found;
  const names = [...Object.keys(SERVICES), ...commands.map(commandName)];
  const near = nearestName(name, names);
  const hint = near === undefined ? words.services(Object.keys(SERVICES).join(', ')) : words.near(near);
  throw new Failure('not-found', `${words.unknown(name)} ${hint}`);
}

function catalogText(commands: readonly CatalogCommand[], words: JobTexts['catalog'], width: number): string {
  const services = [...new Set(commands.map(({ service }) => service))].toSorted();
  const table = tableOf(
    services.flatMap((service) => commands.filter((one) => one.service === service)),
    [
      { title: words.command, text: commandName },
      { title: words.effect, text: ({ effect }) => words.effects[effect] },
      { title: words.description, text: ({ description }) => description },
    ],
    width,
  );
  return `${table}\n\n${words.more}`;
}

function jsonOf({ tool, ...command }: CatalogCommand) {
  return { ...command, tool: tool.name };
}

/** Everything about one command for writing a task by hand, within so many columns. */
function commandPage(command: CatalogCommand, words: JobTexts['catalog'], width: number): string {
  const { description, effect, input, required, output, examples } = command;
  const wrapped = (text: string, indent: string) => wrapWithIndent(text, indent, width);
  const parameters = [...propertiesOf(input)].map(([name, schema]) => {
    const mark = required.includes(name) ? words.required : words.optional;
    return wrapped(`${name} (${schemaText(schema)}, ${mark})${aboutOf(schema)}`, '  ');
  });
  const results = [...propertiesOf(output)].map(([name, schema]) =>
    wrapped(`{{task-0.output.${name}}} (${schemaText(schema)})`, '  '),
  );
  const shown = examples.flatMap((example) => [
    wrapped(`${example.description}:`, '  '),
    wrapped(JSON.stringify(example.input), '    '),
  ]);
  return [
    `${commandName(command)} · ${words.effects[effect]}`,
    wrapped(description, ''),
    '',
    words.input,
    ...(parameters.length === 0 ? [`  ${words.nothing}`] : parameters),
    '',
    words.output,
    ...results,
    '',
    words.examples,
    ...shown,
  ].join('\n');
}

function wrapWithIndent(text: string, indent: string, width: number): string {
  const [first = '', ...more] = wrapAnsi(text, width - indent.length - 2, { hard: true }).split('\n');
  return [`${indent}${first}`, ...more.map((line) => `${indent}  ${line.trimStart()}`)].join('\n');
}

function aboutOf({ description }: JsonObject): string {
  return typeof description === 'string' ? `: ${description}` : '';
}

/** `string`, `integer 1..200`, `a|b`, `string[]`. */
function schemaText(schema: JsonObject): string {
  const kinds = branchesOf(schema).map((branch) => {
    if (Array.isArray(branch.enum)) return branch.enum.map(String).join('|');
    if (branch.const !== undefined) return JSON.stringify(branch.const);
    return `${typesOf(branch).join('|')}${rangeOf(branch)}`;
  });
  return kinds.join('|');
}

function rangeOf({ minimum, maximum }: JsonObject): string {
  if (minimum === undefined && maximum === undefined) return '';
  return ` ${String(minimum ?? '')}..${String(maximum ?? '')}`;
}

interface PlanRequest {
  readonly host: CliHost;
  readonly installed: Installation;
  readonly options: Omit<JobRunOptions, 'plan'>;
  readonly parts: Pick<AskParts, 'catalog' | 'check'>;
}

/** @throws Failure with file, line, task and field for every error of the job */
export async function runJob(host: CliHost, named: string, options: JobRunOptions): Promise<void> {
  const planning = await openPlanning(host, options);
  await showPlanOf(await readJob(named, planning), NOTHING_SPENT, planning);
}

/** @throws Failure as `runJob` does */
export async function checkJob(host: CliHost, named: string): Promise<void> {
  await readJob(named, await openPlanning(host, {}));
}

async function readJob(named: string, { host, installed, parts }: PlanRequest): Promise<JobGraph> {
  const places = [join(host.packageRoot, 'config', 'jobs'), join(installed.configFolder, 'jobs')];
  const { graph, failure } = await readGraphFile(named, places);
  const problems = checkGraph(graph, parts.catalog, parts.check);
  if (problems.length > 0) throw failure(problems);
  return graph;
}

/** @throws Failure when the model cannot be asked, or gave nothing that can be planned */
export async function planRequest(
  host: CliHost,
  request: string,
  options: Omit<JobRunOptions, 'plan'>,
): Promise<void> {
  const planning = await openPlanning(host, options);
  const split = await orchestrateRequest(request, askParts(planning));
  const words = jobTexts(texts(planning.installed.locale)).run;
  switch (split.kind) {
    case 'graph':
      return showPlanOf(split.graph, split.spent, planning);
    case 'impossible':
      throw new Failure('denied', words.impossible(split.reason));
    case 'failed':
      throw new Failure('invalid', words.noPlan(split.reason));
    case 'fault':
      throw planFailure(split.fault, words);
  }
}

async function openPlanning(host: CliHost, options: Omit<JobRunOptions, 'plan'>): Promise<PlanRequest> {
  const installed = await host.installation();
  const catalog = catalogOf(agentTools(installed.tools, { root: installed.projectsRoot }));
  return { host, installed, options, parts: { catalog, check: await createSchemaCheck() } };
}

async function showPlanOf(graph: JobGraph, before: RequestCost, planning: PlanRequest): Promise<void> {
  const { host, installed, options, parts } = planning;
  const { locale } = installed;
  const made = await makePlan(graph, {
    catalog: parts.catalog,
    check: parts.check,
    ask: () => askParts(planning),
  });
  if (made.kind === 'fault') throw planFailure(made.fault, jobTexts(texts(locale)).run);
  if (made.kind === 'refused') throw graphFailure(made, locale);
  host.output.write(`${planOutput(made.plan, options, locale)}\n`);
  const { requests, usage } = sumOf(before, made.spent);
  const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
  if (requests > 0) host.errors.write(`${jobTexts(texts(locale)).run.asked(requests, tokens)}\n`);
  if (made.plan.tasks.some(({ fault }) => fault !== undefined)) host.setExitCode(1);
}

/** @throws Failure `invalid` without a key */
function askParts({ host, installed, parts }: PlanRequest): AskParts {
  const model = installed.model.open();
  if (model === undefined) throw new Failure('invalid', texts(installed.locale).failures.noKey.plan);
  const prompts = join(host.packageRoot, 'config', 'prompts');
  return {
    catalog: parts.catalog,
    check: parts.check,
    model,
    modelId: installed.model.id,
    prompt: (file, values) => fillPrompt(join(prompts, file), values),
    sessionId: `job/${randomUUID()}`,
    signal: new AbortController().signal,
  };
}

function graphFailure(
  { problems, graph }: { readonly problems: readonly GraphProblem[]; readonly graph: JobGraph },
  locale: Locale,
): Failure {
  const list = problems
    .map(({ path, fault }) => `${placeText(path, graph, locale)}: ${fault.in(locale)}`)
    .join('; ');
  return new Failure('invalid', jobTexts(texts(locale)).run.noPlan(list));
}

function planFailure(fault: ModelFault, words: JobTexts['run']): Failure {
  return fault.kind === 'stopped'
    ? new Failure('stopped', words.stopped)
    : new Failure('unavailable', words.noAnswer(fault.kind, fault.detail));
}

function planOutput(plan: JobPlan, { json, mermaid }: Omit<JobRunOptions, 'plan'>, locale: Locale): string {
  if (json) return JSON.stringify({ ...plan, mermaid: planMermaid(plan) }, null, 2);
  const words = texts(locale);
  return mermaid ? planMermaid(plan) : planText(plan, words, jobTexts(words).run.asJson);
}
