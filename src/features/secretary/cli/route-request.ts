import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPrompts } from '../../../agent/prompt/prompt.ts';
import type { CliHost, Installation } from '../../../contracts/sub-command.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { Failure } from '../../../core/failure.ts';
import { widthOf } from '../../../core/terminal-output.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { texts } from '../../../core/texts/texts.ts';
import { costOf } from '../../../models/profile.ts';
import { readSecretaryFile } from '../preferences/secretary-file.ts';
import { createSecretary, type Routing, type Secretary } from '../routing/secretary.ts';
import { installedSpecialists } from '../specialists/specialists.ts';
import { type SecretaryTexts, secretaryTexts } from '../texts/texts.ts';
import { routingJson, routingText } from './routing-text.ts';
import { wrapText } from './wrap-text.ts';

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
  const installed = await host.installation(options.model);
  const { workspace, tools } = installed;
  const secretary = openSecretary(installed, packageRoot);
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
  const words = texts(installed.locale);
  const { finding } = secretaryTexts(words);
  if (routing.kind === 'fault') throw routingFailure(routing.fault, finding);
  const shown = options.json
    ? JSON.stringify(routingJson(routing), null, 2)
    : wrapText(routingText(routing, options.choose, { words, tools }), widthOf(output));
  output.write(`${shown}\n`);
  errors.write(`${costLine(routing, installed, finding)}\n`);
  return routing.kind === 'recommended' || routing.kind === 'questions' ? 0 : 1;
}

/** @throws Failure `invalid` without a key */
function openSecretary(installed: Installation, packageRoot: string): Secretary {
  const { model, locale } = installed;
  const opened = model.open();
  if (opened === undefined) throw new Failure('invalid', texts(locale).failures.noKey.route);
  return createSecretary({
    model: opened,
    modelId: model.id,
    prompts: createPrompts(join(packageRoot, 'config', 'prompts')),
    specialists: installedSpecialists(installed, packageRoot),
  });
}

type FindingTexts = SecretaryTexts['finding'];

function routingFailure(
  fault: Extract<Routing, { kind: 'fault' }>['fault'],
  { stopped, noAnswer }: FindingTexts,
): Failure {
  return fault.kind === 'stopped'
    ? new Failure('stopped', stopped)
    : new Failure('unavailable', noAnswer(fault.kind, fault.detail));
}

function costLine(
  { usage }: Routing,
  { model: { id, price } }: Installation,
  { cost, noPrice }: FindingTexts,
): string {
  return price === undefined ? noPrice(id) : cost(formatMoney(costOf(usage, price)));
}
