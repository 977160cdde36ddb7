import type { BootstrapFile } from '../../../contracts/assignment.ts';
import { unreachable } from '../../../core/failure.ts';
import { capitalize } from '../../../core/text.ts';
import { formatBrief, formatBytes } from '../../../core/texts/format.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { LockFacts, McpFacts, PortFacts, SetupFacts, SkillFacts, SpeechFacts } from '../facts.ts';
import { type Finding, finding } from '../finding.ts';
import type { DoctorWords } from '../texts/texts.ts';

/** Optional settings: those that are not used get no finding. */
export function setupFindings(facts: SetupFacts, words: DoctorWords): readonly Finding[] {
  return [
    ...fileFindings(facts.bootstrap, words),
    ...skillFindings(facts.skills, words),
    ...portFindings(facts.metricsPort, words),
    ...zoneFindings(facts.wrongZone, words),
    ...speechFindings(facts.speech, words),
    ...mcpFindings(facts.mcp, words),
    ...lockFindings(facts.lock, words),
  ];
}

function fileFindings(files: readonly BootstrapFile[], words: DoctorWords): readonly Finding[] {
  const { checks, status } = words;
  const whole = files.flatMap((file) =>
    file.kind === 'read' && !file.isCut ? escapeHidden(file.place) : [],
  );
  const used =
    whole.length === 0 ? [] : [finding('bootstrap', 'ok', { text: checks.files.used(whole.join(', ')) })];
  const others = files.flatMap((file) => {
    const place = escapeHidden(file.place);
    if (file.kind === 'refused')
      return finding('bootstrap', 'warn', {
        text: checks.files.refused(place),
        todo: capitalize(status.bootstrapFault[file.why]),
      });
    if (!file.isCut) return [];
    const text = checks.files.cut(place, String(file.text.length), formatBytes(file.bytes));
    return finding('bootstrap', 'warn', { text, todo: checks.files.shorten });
  });
  return [...used, ...others];
}

/** How many folders one line names. */
const MAX_NAMED = 3;

function skillFindings(skills: SkillFacts | undefined, { checks }: DoctorWords): readonly Finding[] {
  if (skills === undefined) return [];
  const { usable, unusable } = skills;
  const used = usable === 0 ? [] : [finding('skills', 'ok', { text: checks.skills.used(String(usable)) })];
  if (unusable.length === 0) return used;
  const more = unusable.length - MAX_NAMED;
  const named = [...unusable.slice(0, MAX_NAMED).map(escapeHidden), ...(more > 0 ? [`+${more}`] : [])];
  const text = checks.skills.refused(named.join(', '));
  return [...used, finding('skills', 'warn', { text, todo: checks.skills.why })];
}

function portFindings(facts: PortFacts | undefined, { checks }: DoctorWords): readonly Finding[] {
  if (facts === undefined) return [];
  const words = checks.metricsPort;
  const port = String(facts.port);
  switch (facts.at) {
    case 'served':
      return [finding('metrics', 'ok', { text: words.served(port) })];
    case 'free':
      return [finding('metrics', 'ok', { text: words.free(port) })];
    case 'taken':
      return [finding('metrics', 'warn', { text: words.taken(port), todo: words.another })];
    case 'open':
      return [finding('metrics', 'warn', { text: words.open(port, facts.address), todo: words.close })];
    default:
      return unreachable(facts);
  }
}

function mcpFindings(
  { servers, faults, outsideAgents }: McpFacts,
  { checks: { mcp } }: DoctorWords,
): readonly Finding[] {
  return [
    ...(servers === 0 ? [] : [finding('mcp', 'ok', { text: mcp.configured(String(servers)) })]),
    ...faults.map(({ file, name, why }) =>
      finding('mcp', 'warn', {
        text: mcp.fault(escapeHidden(name ?? file), escapeHidden(why)),
        todo: mcp.mend(file),
      }),
    ),
    ...(outsideAgents.length === 0
      ? []
      : [finding('mcp', 'ok', { text: mcp.agents(outsideAgents.join(', ')) })]),
  ];
}

function lockFindings(lock: LockFacts | undefined, { checks }: DoctorWords): readonly Finding[] {
  if (lock === undefined) return [];
  const words = checks.lock;
  if (lock.kind === 'broken') return [finding('lock', 'bad', { text: words.broken, todo: words.mend })];
  const locked = lock.locked === 0 ? [] : [words.locked(String(lock.locked))];
  return [finding('lock', 'ok', { text: [words[lock.kind], ...locked].join(' ') })];
}

function speechFindings(speech: SpeechFacts | undefined, { checks }: DoctorWords): readonly Finding[] {
  if (speech === undefined) return [];
  const words = checks.speech;
  switch (speech.kind) {
    case 'skipped':
      return [finding('speech', 'ok', { text: words.skipped })];
    case 'speaks':
      return [finding('speech', 'ok', { text: words.speaks(formatBrief(speech.tookMs)) })];
    case 'fails':
      return [finding('speech', 'warn', { text: words.fails(escapeHidden(speech.why)), todo: words.check })];
    default:
      return unreachable(speech);
  }
}

function zoneFindings(wrongZone: string | undefined, { checks }: DoctorWords): readonly Finding[] {
  if (wrongZone === undefined) return [];
  const text = checks.zone.unknown(escapeHidden(JSON.stringify(wrongZone)));
  return [finding('zone', 'warn', { text, todo: checks.zone.set })];
}
