import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { createPrompts } from '../../agent/prompt/prompt.ts';
import { openSpecialists } from '../../app/reading.ts';
import type { Usage } from '../../contracts/model.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { whileAsked } from '../../core/command-line.ts';
import { Failure, unreachable } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { jsonIn } from '../../core/json.ts';
import { tableOf } from '../../core/terminal-output.ts';
import { fault, faultList } from '../../core/texts/faults.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { WORKFLOWS } from '../../features/secretary/routing/routing.ts';
import { createSecretary, type Routing, type Secretary } from '../../features/secretary/routing/secretary.ts';
import { DEFAULT_PREFERENCES } from '../../features/secretary/secretary-file.ts';
import { costOf, priceOf, profileOf } from '../../models/profile.ts';
import { escapeHidden } from '../../policy/display.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { realModel, recordedModel } from './models.ts';
import { askForConsent } from './money.ts';
import { DEFAULT_MAX_USD, type EvalOptions } from './run-eval.ts';
import { type EvalTexts, evalWords } from './texts/texts.ts';

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
type EvalRequest = z.infer<typeof EvalRequest>;

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

/** Its name among the tasks. */
const NAME = 'secretary';
const MICRO = 1_000_000;
/** A guess for one request, both questions together, before anything is known. */
const EXPECTED_TOKENS = { inputTokens: 3500, outputTokens: 500, cacheReadTokens: 0, cacheWriteTokens: 0 };
const EXIT_UNSCORED = 1;
/** The exit code of shells after Ctrl-C. */
const EXIT_STOPPED = 130;

/**
 * `wasap eval secretary`: each request of the set is routed among the shipped specialists alone, and compared with
 * the expectation; returns the exit code. No task begins.
 */
export async function runRouting(host: CliHost, options: EvalOptions): Promise<number> {
  const settings = await readSettings({
    packageRoot: host.packageRoot,
    overrides: options.model === undefined ? {} : { AGENT_MODEL: options.model },
  });
  const folders = [join(host.packageRoot, 'config', 'evals'), join(settings.folders.config, 'evals')];
  const set = requestsOf(folders);
  const requests = Array.from({ length: options.repeat }, () => set).flat();
  const secretary = await openSecretary(settings, host, options.replay);
  await announceRouting(host, { settings, requests, options });
  return await whileAsked(async (signal) => {
    const scored = await routeAll({ host, settings, requests, options, secretary, signal });
    if (signal.aborted) return EXIT_STOPPED;
    const isGood = ({ result }: ScoredRequest): boolean =>
      result === 'right' || (result === 'wrong' && !options.requireSolved);
    return scored.every(isGood) ? 0 : EXIT_UNSCORED;
  });
}

/** Only shipped files: the expected result must not depend on the machine. */
async function openSecretary(
  settings: Settings,
  { packageRoot }: CliHost,
  replay: string | undefined,
): Promise<Secretary> {
  const { model } = settings;
  const modelFor = replay === undefined ? realModel(settings) : await recordedModel(resolve(replay), [NAME]);
  const own = modelFor(NAME);
  if (own === undefined) throw new Failure('not-found', fault('eval-no-recording', replay ?? '', NAME));
  const nowhere = join(packageRoot, 'config', 'agents');
  const shipped = openSpecialists({ folders: { config: nowhere, data: nowhere }, model }, packageRoot);
  return createSecretary({
    model: own(() => undefined),
    modelId: model.id,
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    specialists: () => shipped(nowhere),
  });
}

interface RoutingAnnouncement {
  readonly settings: Settings;
  readonly requests: readonly EvalRequest[];
  readonly options: EvalOptions;
}

/** @throws Failure when it is not permitted */
async function announceRouting(
  host: CliHost,
  { settings, requests, options }: RoutingAnnouncement,
): Promise<void> {
  const { replay, maxUsd = DEFAULT_MAX_USD, yes } = options;
  const { model, locale = 'en' } = settings;
  const words = evalWords(locale).eval.routing;
  if (replay !== undefined) {
    host.errors.write(`${words.recorded(requests.length, replay)}\n`);
    return;
  }
  const price = priceOf(profileOf(model.profiles, model.id));
  if (price === undefined && options.maxUsd !== undefined)
    throw new Failure('invalid', fault('eval-no-price', model.id));
  const money =
    price === undefined
      ? words.unpriced(model.id)
      : words.cost(formatMoney(requests.length * costOf(EXPECTED_TOKENS, price)), `$${maxUsd}`);
  host.errors.write(`${words.real(requests.length, model.id, money)}\n`);
  if (!yes) await askForConsent(host, locale);
}

interface RoutingRun extends RoutingAnnouncement {
  readonly host: CliHost;
  readonly secretary: Secretary;
  readonly signal: AbortSignal;
}

async function routeAll(run: RoutingRun): Promise<readonly ScoredRequest[]> {
  const { host, settings, requests, options, secretary, signal } = run;
  const isRecorded = options.replay !== undefined;
  const model = settings.model.id;
  const { routing: words } = evalWords(settings.terminalLocale).eval;
  const budget = createRoutingBudget(settings, options);
  const scored: ScoredRequest[] = [];
  for (const [at, request] of requests.entries()) {
    const one =
      signal.aborted || budget.isExhausted()
        ? notRun(request, signal)
        : await routeOne(request, { secretary, signal, at });
    budget.charge(one.usage);
    scored.push(one);
    if (options.json) host.output.write(`${JSON.stringify(jsonOf(one, { model, isRecorded }))}\n`);
    else host.errors.write(`${at + 1}/${requests.length} ${request.id}: ${words.results[one.result]}\n`);
  }
  if (!options.json) {
    const facts = { model, isRecorded, microUsd: budget.spent() };
    host.output.write(`\n${reportLines(scored, facts, words).join('\n')}\n`);
  }
  return scored;
}

interface RoutingBudget {
  isExhausted(): boolean;
  charge(usage: Usage | undefined): void;
  /** In millionths of a dollar; undefined when no price is known. */
  spent(): number | undefined;
}

function createRoutingBudget(
  { model }: Settings,
  { replay, maxUsd = DEFAULT_MAX_USD }: EvalOptions,
): RoutingBudget {
  const price = replay === undefined ? priceOf(profileOf(model.profiles, model.id)) : undefined;
  let microUsd = 0;
  return {
    isExhausted: () => microUsd >= maxUsd * MICRO,
    charge(usage) {
      if (usage !== undefined && price !== undefined) microUsd += costOf(usage, price);
    },
    spent: () => (price === undefined ? undefined : microUsd),
  };
}

function notRun(request: EvalRequest, { aborted }: AbortSignal): ScoredRequest {
  return { request, result: 'not-run', got: aborted ? 'stopped' : '--max-usd', usage: undefined };
}

async function routeOne(
  request: EvalRequest,
  { secretary, signal, at }: { secretary: Secretary; signal: AbortSignal; at: number },
): Promise<ScoredRequest> {
  const routing = await secretary.route({
    workspace: '',
    request: request.request,
    answers: [],
    preferences: DEFAULT_PREFERENCES,
    id: `eval-${at}`,
    signal,
  });
  return scoreRouting(request, routing);
}

const WIDTH = 80;

interface RoutingReportOptions {
  readonly model: string;
  readonly isRecorded: boolean;
  /** In millionths of a dollar; undefined: no price is known. */
  readonly microUsd: number | undefined;
}

/** Table, mistakes, and the sum; for 80 columns. */
function reportLines(
  scored: readonly ScoredRequest[],
  facts: RoutingReportOptions,
  words: EvalTexts['routing'],
): readonly string[] {
  const { columns, results } = words;
  const wrong = scored.filter(({ result }) => result === 'wrong');
  return [
    ...tableOf(
      scored,
      [
        { title: columns.request, text: ({ request }) => request.id },
        { title: columns.result, text: ({ result }) => results[result] },
        { title: columns.expected, text: ({ request }) => request.expected },
        { title: columns.got, text: ({ got }) => got },
      ],
      WIDTH,
    ).split('\n'),
    ...(wrong.length === 0 ? [] : ['', words.wrong]),
    ...wrong.map(({ request }) => `  ${request.id}: ${escapeHidden(request.request)}`),
    '',
    sumLine(scored, facts, words),
  ];
}

/** Recorded replies get no rate: they say nothing about a model. */
function sumLine(
  scored: readonly ScoredRequest[],
  { model, isRecorded, microUsd }: RoutingReportOptions,
  words: EvalTexts['routing'],
): string {
  const right = scored.filter(({ result }) => result === 'right').length;
  const judged = right + scored.filter(({ result }) => result === 'wrong').length;
  if (isRecorded) return words.recordedSum(judged);
  const cost = microUsd === undefined ? words.priceUnknown : formatMoney(microUsd);
  const rate = judged === 0 ? undefined : Math.round((100 * right) / judged);
  return `${model}: ${words.sum(right, words.judged(judged, rate), scored.length - judged)}, ${cost}.`;
}

function jsonOf(
  { request, result, got }: ScoredRequest,
  { model, isRecorded }: Omit<RoutingReportOptions, 'microUsd'>,
) {
  return { ...request, result, got, model: isRecorded ? null : model };
}

/** `no-reply`: no scorable answer came. `not-run`: the evaluation ended before. */
type RoutingResult = 'right' | 'wrong' | 'no-reply' | 'not-run';

interface ScoredRequest {
  readonly request: EvalRequest;
  readonly result: RoutingResult;
  /** In the form of `expected`, or why there is nothing; `choice`: some fit a little, and none was recommended. */
  readonly got: string;
  readonly usage: Usage | undefined;
}

/** Compares what a person would have been asked with what they should be. */
export function scoreRouting(request: EvalRequest, routing: Routing): ScoredRequest {
  const { usage } = routing;
  const got = actualAnswer(routing);
  if (got === undefined) return { request, result: 'no-reply', got: whyOf(routing), usage };
  return { request, result: got === request.expected ? 'right' : 'wrong', got, usage };
}

/** Undefined without a scorable answer. */
function actualAnswer(routing: Routing): string | undefined {
  switch (routing.kind) {
    case 'questions':
      return 'questions';
    case 'error':
      return routing.error.type === 'NO_MATCH' ? 'none' : undefined;
    case 'recommended':
      return recommendedOf(routing);
    case 'unusable':
    case 'fault':
      return undefined;
    default:
      return unreachable(routing);
  }
}

function recommendedOf({ recommendation }: Extract<Routing, { kind: 'recommended' }>): string {
  const [first] = recommendation.options;
  if (first?.kind === 'accept') return first.candidate.specialist.reference;
  return first?.kind === 'workflow' ? `workflow:${first.workflow}` : 'choice';
}

function whyOf(routing: Routing): string {
  if (routing.kind === 'fault') return routing.fault.kind;
  return routing.kind === 'error' ? routing.error.type : 'no judgement';
}
