import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { type Locale, texts } from '../../base/texts/texts.ts';
import { catalogOf } from '../../jobs/catalog.ts';
import { checkGraph } from '../../jobs/check-graph.ts';
import type { InputTask, JobGraph } from '../../jobs/graph.ts';
import { readGraphFile } from '../../jobs/graph-file.ts';
import { type JobPlan, planOf } from '../../jobs/plan.ts';
import { planMermaid } from '../../jobs/plan-mermaid.ts';
import { planText } from '../../jobs/plan-text.ts';
import { createSchemaCheck } from '../../jobs/schema-check.ts';
import { readSettings, type Settings } from '../../settings.ts';
import { tools } from '../../tools/index.ts';
import type { RunOptions } from '../job.ts';
import type { CliHost } from '../sub-command.ts';

/** @throws Failure with file, line, task and field for what is wrong with the job */
export async function runJob(host: CliHost, named: string, options: RunOptions): Promise<void> {
  const settings = await readSettings({ packageRoot: host.packageRoot, overrides: {} });
  const { locale = 'en' } = settings;
  if (!options.plan) throw new Failure('denied', texts(locale).jobs.run.inChat);
  const plan = await planIn(named, settings, host);
  host.output.write(`${shown(plan, options, locale)}\n`);
}

async function planIn(named: string, settings: Settings, { packageRoot }: CliHost): Promise<JobPlan> {
  const folders = [join(packageRoot, 'config', 'jobs'), join(settings.folders.config, 'jobs')];
  const { graph, failure } = await readGraphFile(named, folders);
  const catalog = catalogOf(tools);
  const problems = checkGraph(graph, catalog, await createSchemaCheck());
  if (problems.length > 0) throw failure(problems);
  return planOf({ ...graph, tasks: inputTasks(graph) }, catalog);
}

function inputTasks({ tasks }: JobGraph): readonly InputTask[] {
  return tasks.filter((task) => task.input !== undefined);
}

function shown(plan: JobPlan, { json, mermaid }: RunOptions, locale: Locale): string {
  if (json) return JSON.stringify({ ...plan, mermaid: planMermaid(plan) }, null, 2);
  return mermaid ? planMermaid(plan) : planText(plan, texts(locale));
}
