import wrapAnsi from 'wrap-ansi';
import type { AgentRecord, SkippedSpecialistFile, Specialist } from '../../../contracts/specialists.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { widthOf } from '../../../core/terminal-output.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { parseErrorOf, skipText } from '../routing/errors.ts';
import { installedSpecialists, isHeldBack } from '../specialists/specialists.ts';
import { secretaryTexts } from '../texts/texts.ts';

export interface ListOptions {
  readonly json?: true;
}

const INDENT = '  ';

/** `wasap secretary list`. Texts of other authors cannot pass for a line of ours. */
export async function listSpecialists(host: CliHost, { json }: ListOptions): Promise<void> {
  const { output, errors } = host;
  const installed = await host.installation();
  const { found, skipped } = await installedSpecialists(installed, host.packageRoot)(installed.workspace);
  if (json) {
    for (const one of skipped) errors.write(`${JSON.stringify(parseErrorOf(one))}\n`);
    output.write(`${JSON.stringify(found.map(specialistRecord), null, 2)}\n`);
    return;
  }
  const words = texts(installed.locale);
  const list =
    found.length === 0
      ? [secretaryTexts(words).finding.noSpecialists]
      : found.map((one) => entry(one, words, installed.tools));
  const passed =
    skipped.length === 0
      ? []
      : [
          [secretaryTexts(words).finding.skipped, ...skipped.map((one) => skippedLine(one, words))].join(
            '\n',
          ),
        ];
  const width = widthOf(output);
  output.write(`${[...list, ...passed].map((block) => wrapText(block, width)).join('\n\n')}\n`);
}

function specialistRecord({ plugin, name, description, tools }: Specialist): AgentRecord {
  return { plugin, name, description: escapeHidden(description), tools: (tools ?? ['*']).map(escapeHidden) };
}

function entry(one: Specialist, texts: Texts, all: readonly AnyTool[]): string {
  const secretary = secretaryTexts(texts).finding;
  const { reference, origin, description, grants, tools, warning } = one;
  const named = tools === undefined ? secretary.allTools : tools.join(', ') || secretary.noTools;
  const unknown = grants?.unknown ?? [];
  return [
    `${reference} (${secretary.origin[origin]})`,
    `${INDENT}${escapeHidden(description)}`,
    `${INDENT}${secretary.tools}: ${escapeHidden(named)}`,
    ...(isHeldBack(one, all) ? [`${INDENT}${secretary.untilAccepted(reference)}`] : []),
    ...(unknown.length === 0 ? [] : [`${INDENT}${secretary.unknownTools(escapeHidden(unknown.join(', ')))}`]),
    ...(warning === undefined ? [] : [`${INDENT}${escapeHidden(secretary.warning(warning))}`]),
  ].join('\n');
}

function skippedLine(skipped: SkippedSpecialistFile, words: Texts): string {
  return `${INDENT}${escapeHidden(skipped.file)}: ${skipText(skipped, words)}`;
}

/** Wraps a text to so many columns; further lines keep the indentation of their line. */
export function wrapText(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const [indent = ''] = /^ */.exec(line) ?? [];
    const parts = wrapAnsi(line.slice(indent.length), width - indent.length, { hard: true });
    return parts.split('\n').map((part) => `${indent}${part}`);
  });
  return lines.join('\n');
}
