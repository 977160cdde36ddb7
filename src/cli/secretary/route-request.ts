import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPrompts } from '../../agent/prompt/prompt.ts';
import { openSpecialists } from '../../app/open-specialists.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { widthOf } from '../../core/terminal-size.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { texts } from '../../core/texts/texts.ts';
import { whileAsked } from '../../core/while-asked.ts';
import { readSecretaryFile } from '../../features/secretary/preferences/secretary-file.ts';
import { createSecretary, type Routing, type Secretary } from '../../features/secretary/routing/secretary.ts';
import { createAnthropicModel } from '../../models/anthropic.ts';
import { costOf, priceOf } from '../../models/price.ts';
import { profileOf } from '../../models/profile.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { routingJson, routingText } from './routing-text.ts';
import { wrapText } from './wrapped.ts';

export interface RouteOptions {
  readonly answer: readonly string[];
  readonly choose?: string;
  readonly model?: string;
  readonly json?: true;
}

/**
 * `wasap secretary route`; returns the exit code: 1 when no specialist fits the request.
 * @throws Failure without a key, or when the model gave no answer
 */
export async function routeRequest(host: CliHost, request: string, options: RouteOptions): Promise<number> {
  const { packageRoot, output, errors } = host;
  const settings = await readSettings({
    packageRoot,
    overrides: options.model === undefined ? {} : { AGENT_MODEL: options.model },
  });
  const secretary = openSecretary(settings, packageRoot);
  const workspace = settings.workspace.projectRoot;
  const { preferences } = await readSecretaryFile(workspace);
  const routing = await whileAsked((signal) =>
    secretary.route({
      workspace,
      request,
      answers: options.answer.map((answer) => ({ question: '', answer })),
      preferences,
      id: randomBytes(4).toString('hex'),
      signal,
    }),
  );
  if (routing.kind === 'fault') throw faultOf(routing.fault);
  const words = texts(settings.locale ?? 'en');
  const shown = options.json
    ? JSON.stringify(routingJson(routing), null, 2)
    : wrapText(routingText(routing, options.choose, words), widthOf(output));
  output.write(`${shown}\n`);
  errors.write(`${costLine(routing, settings)}\n`);
  return routing.kind === 'recommended' || routing.kind === 'questions' ? 0 : 1;
}

/** @throws Failure `invalid` without a key */
function openSecretary({ model, ...settings }: Settings, packageRoot: string): Secretary {
  const { apiKey, baseUrl, profiles, idleTimeoutMs } = model;
  if (apiKey === undefined && baseUrl === undefined) {
    throw new Failure('invalid', texts(settings.locale ?? 'en').failures.noKey.route);
  }
  return createSecretary({
    model: createAnthropicModel({ apiKey, baseUrl, profiles, idleTimeoutMs, clock: systemClock }),
    modelId: model.id,
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    specialists: openSpecialists({ ...settings, model }, packageRoot),
  });
}

function faultOf(fault: Extract<Routing, { kind: 'fault' }>['fault']): Failure {
  return fault.kind === 'stopped'
    ? new Failure('stopped', 'Stopped; nothing was begun.')
    : new Failure('unavailable', `The model gave no answer (${fault.kind}): ${fault.detail}`);
}

function costLine({ usage }: Routing, { model }: Settings): string {
  const price = priceOf(profileOf(model.profiles, model.id));
  return price === undefined
    ? `No price is known of ${model.id}.`
    : `Cost: ${formatMoney(costOf(usage, price))}`;
}
