import { isHeldBack, openSpecialists } from '../../app/open-specialists.ts';
import type { AgentRecord, SkippedFile, Specialist } from '../../contracts/specialists.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { widthOf } from '../../core/terminal-size.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { parseErrorOf, skipText } from '../../features/secretary/routing/errors.ts';
import { escapeHidden } from '../../policy/display.ts';
import { readSettings } from '../../settings/settings.ts';
import { wrapText } from './wrapped.ts';

export interface ListOptions {
  readonly json?: true;
}

const INDENT = '  ';

/** `wasap secretary list`. Texts of other authors cannot pass for a line of ours. */
export async function listSpecialists(
  { packageRoot, output, errors }: CliHost,
  { json }: ListOptions,
): Promise<void> {
  const settings = await readSettings({ packageRoot });
  const { found, skipped } = await openSpecialists(settings, packageRoot)(settings.workspace.projectRoot);
  if (json) {
    for (const one of skipped) errors.write(`${JSON.stringify(parseErrorOf(one))}\n`);
    output.write(`${JSON.stringify(found.map(recordOf), null, 2)}\n`);
    return;
  }
  const words = texts(settings.locale ?? 'en');
  const list = found.length === 0 ? [words.secretary.noSpecialists] : found.map((one) => entry(one, words));
  const passed =
    skipped.length === 0
      ? []
      : [[words.secretary.skipped, ...skipped.map((one) => skippedLine(one, words))].join('\n')];
  const width = widthOf(output);
  output.write(`${[...list, ...passed].map((block) => wrapText(block, width)).join('\n\n')}\n`);
}

function recordOf({ plugin, name, description, tools }: Specialist): AgentRecord {
  return { plugin, name, description: escapeHidden(description), tools: (tools ?? ['*']).map(escapeHidden) };
}

function entry(one: Specialist, { secretary }: Texts): string {
  const { reference, origin, description, grants, tools, warning } = one;
  const named = tools === undefined ? secretary.allTools : tools.join(', ') || secretary.noTools;
  const unknown = grants?.unknown ?? [];
  return [
    `${reference} (${secretary.origin[origin]})`,
    `${INDENT}${escapeHidden(description)}`,
    `${INDENT}${secretary.tools}: ${escapeHidden(named)}`,
    ...(isHeldBack(one) ? [`${INDENT}${secretary.untilAccepted(reference)}`] : []),
    ...(unknown.length === 0 ? [] : [`${INDENT}${secretary.unknownTools(escapeHidden(unknown.join(', ')))}`]),
    ...(warning === undefined ? [] : [`${INDENT}${escapeHidden(warning)}`]),
  ].join('\n');
}

function skippedLine(skipped: SkippedFile, words: Texts): string {
  return `${INDENT}${escapeHidden(skipped.file)}: ${skipText(skipped, words)}`;
}
