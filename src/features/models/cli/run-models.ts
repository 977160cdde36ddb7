import type { CliHost } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { fitToScreen, tableOf, widthOf } from '../../../core/terminal-output.ts';
import { formatBrief, formatTokens } from '../../../core/texts/format.ts';
import { checkKey } from '../../../models/check-key.ts';
import { modelIdOf, profileOf, resolveProfileName } from '../../../models/profile.ts';
import { readSettings, type Settings } from '../../../settings/settings.ts';
import { type ModelsTexts, modelsWords } from './texts/texts.ts';

const EXIT_BAD = 1;
/** A model that thinks first may take a while for its one token. */
const REPLY_TIMEOUT_MS = 60_000;

interface ModelRow {
  readonly name: string;
  readonly price: string;
  readonly window: string;
  readonly effort: string;
  readonly use: string;
}

/** Prints the models with what they cost. */
export async function listModels({ packageRoot, output }: CliHost): Promise<void> {
  const { model, limits, locale = 'en' } = await readSettings({ packageRoot });
  const { modelsCommand: words } = modelsWords(locale);
  const rows = modelNames(model).map((name): ModelRow => {
    const profile = profileOf(model.profiles, name);
    const { price, window_tokens: window = limits.contextTokens, effort = '' } = profile;
    return {
      name: nameWithId(name, modelIdOf(profile, name)),
      price: price === undefined ? words.noPrice : `$${price.input} / $${price.output}`,
      window: formatTokens(window),
      effort,
      use: usesOf(name, model)
        .map((use) => words.use[use])
        .join(', '),
    };
  });
  const columns = COLUMNS.map((name) => ({ title: words.columns[name], text: (row: ModelRow) => row[name] }));
  output.write(`${tableOf(rows, columns, widthOf(output))}\n`);
}

/** A terminal has no room for the same name twice. */
function nameWithId(name: string, id: string): string {
  return name === id ? name : `${name} (${id})`;
}

const COLUMNS = ['name', 'price', 'window', 'effort', 'use'] as const;

/** Asks one after the other, so that no limit of the endpoint is met by us. Returns the exit code. */
export async function testModels(
  { packageRoot, output }: CliHost,
  named: string | undefined,
): Promise<number> {
  const { model, locale = 'en' } = await readSettings({ packageRoot });
  const { modelsCommand: words } = modelsWords(locale);
  const { apiKey, baseUrl, profiles } = model;
  let failed = 0;
  for (const name of resolveModelNames(named, model, words)) {
    const startedUpMs = systemClock.upMs();
    const answer = await checkKey({
      apiKey,
      baseUrl,
      model: modelIdOf(profileOf(profiles, name), name),
      signal: AbortSignal.timeout(REPLY_TIMEOUT_MS),
    });
    if (answer.kind === 'answers') {
      output.write(`${words.answers(name, formatBrief(systemClock.upMs() - startedUpMs))}\n`);
    } else {
      failed += 1;
      const said = words.not[answer.kind](name, 'detail' in answer ? answer.detail : '');
      output.write(`${fitToScreen(output, said)}\n`);
    }
  }
  output.write(`${failed === 0 ? words.allAnswer : words.failed(failed)}\n`);
  return failed === 0 ? 0 : EXIT_BAD;
}

/** The usual one also where it has no entry. */
function modelNames({ id, profiles }: Settings['model']): readonly string[] {
  return [...new Set([...Object.keys(profiles), id])];
}

/** @throws Failure `not-found` for a name that none has */
function resolveModelNames(
  named: string | undefined,
  model: Settings['model'],
  { unknown }: ModelsTexts,
): readonly string[] {
  const names = modelNames(model);
  if (named === undefined) return names;
  const one = resolveProfileName(named, names);
  if (one !== undefined) return [one];
  throw new Failure('not-found', unknown(named, names.join(', ')));
}

function usesOf(
  name: string,
  { id, helper, fallback }: Settings['model'],
): readonly ('usual' | 'helper' | 'fallback')[] {
  return [
    ...(name === id ? (['usual'] as const) : []),
    ...(name === helper ? (['helper'] as const) : []),
    ...(name === fallback?.model ? (['fallback'] as const) : []),
  ];
}
