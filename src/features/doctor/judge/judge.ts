import { type MemberSnapshot, memberState } from '../../../cluster/overview/look-at-cluster.ts';
import { machineLine, othersThan } from '../../../cluster/overview/machine-lines.ts';
import type { BootstrapFile } from '../../../contracts/assignment.ts';
import { unreachable } from '../../../core/failure.ts';
import { capitalize } from '../../../core/text.ts';
import { formatBrief, formatBytes, formatDuration } from '../../../core/texts/format.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { type Finding, finding } from '../check-ups.ts';
import type {
  CellFacts,
  DatabaseFacts,
  DiskFacts,
  DoctorFacts,
  LockFacts,
  McpFacts,
  ModelProbe,
  PortFacts,
  ProjectHealth,
  ProjectsFacts,
  RemoteFacts,
  SandboxFacts,
  SetupFacts,
  SkillFacts,
  SpeechFacts,
} from '../facts.ts';
import type { DoctorWords } from '../texts/texts.ts';
import { clockFinding, whatsAppFindings } from './judge-link.ts';

const MEGABYTE = 1_000_000;
/** Room for a start and a short task. */
const MIN_FREE = 100 * MEGABYTE;
const LITTLE_FREE = 1000 * MEGABYTE;
/** The author's address in a project that has no other author. */
const OWN_EMAIL = 'wasap-agent@localhost';

/** Findings from the facts, in the order in which they are shown. */
export function judgeFacts(facts: DoctorFacts, words: DoctorWords): readonly Finding[] {
  const { versions, clock, whatsApp, cell } = facts;
  return [
    finding('program', 'ok', { text: words.doctor.program(versions.program, versions.node) }),
    // A cell has a front in the place of WhatsApp.
    ...(cell === undefined
      ? whatsAppFindings(whatsApp, clock.nowMs, words)
      : cellFindings(cell, clock.nowMs, words)),
    modelFinding(facts.model, words),
    ...projectFindings(facts.project, words),
    ...folderFindings(facts.projects, words),
    accessFinding(facts.writeEnabled, words),
    ...commandsFindings(facts.commandsProblem, words),
    sandboxFinding(facts.sandbox, words),
    ripgrepFinding(facts.hasRipgrep, words),
    diskFinding(facts.disk, words),
    databaseFinding(facts.database, words),
    clockFinding(clock, whatsApp.link.check?.clockOffsetMs, words),
    ...setupFindings(facts.setup, words),
  ];
}

function modelFinding(model: ModelProbe, { doctor }: DoctorWords): Finding {
  const words = doctor.model;
  if (model.kind === 'skipped') return finding('model', 'ok', { text: words.skipped });
  const { answer, id, tookMs } = model;
  switch (answer.kind) {
    case 'answers':
      return finding('model', 'ok', { text: words.answers(id, formatBrief(tookMs)) });
    case 'no-key':
      return finding('model', 'bad', { text: words.noKey, todo: words.setKey });
    case 'key':
      return finding('model', 'bad', { text: words.key(asSentence(answer.detail)), todo: words.setKey });
    case 'request':
      return finding('model', 'bad', {
        text: words.request(id, asSentence(answer.detail)),
        todo: words.setModel,
      });
    case 'busy':
      return finding('model', 'warn', { text: words.busy(asSentence(answer.detail)), todo: words.wait });
    case 'unreachable':
      return finding('model', 'bad', {
        text: words.unreachable(asSentence(answer.detail)),
        todo: words.network,
      });
    default:
      return unreachable(answer);
  }
}

function projectFindings(project: ProjectHealth, { doctor }: DoctorWords): readonly Finding[] {
  const { git } = doctor;
  switch (project.kind) {
    case 'no-repository':
      return [finding('git', 'warn', { text: git.none(project.path), todo: git.init })];
    case 'git-fails':
      return [finding('git', 'bad', { text: git.fails(asSentence(project.why)), todo: git.failsTodo })];
    case 'repository': {
      const { path, identity, remote } = project;
      const isOwn = identity === undefined || identity.email === OWN_EMAIL;
      const who = isOwn
        ? finding('git', 'warn', { text: git.ownName(path), todo: git.setName })
        : finding('git', 'ok', { text: git.repository(path, `${identity.name} <${identity.email}>`) });
      return [who, remoteFinding(remote, doctor)];
    }
    default:
      return unreachable(project);
  }
}

/** Findings about PROJECTS_ROOT. */
function folderFindings(projects: ProjectsFacts | undefined, { doctor }: DoctorWords): readonly Finding[] {
  if (projects === undefined) return [];
  const { root, count, isWritable } = projects;
  const { found, empty, addOne, closed, open } = doctor.projects;
  if (!isWritable) return [finding('projects', 'warn', { text: closed(root), todo: open })];
  if (count === 0) return [finding('projects', 'warn', { text: empty(root), todo: addOne })];
  return [finding('projects', 'ok', { text: found(root, String(count)) })];
}

function remoteFinding(remote: RemoteFacts, { git }: DoctorWords['doctor']): Finding {
  if (remote.kind === 'none') return finding('remote', 'ok', { text: git.noRemote });
  const { url, reach } = remote;
  if (reach === undefined) return finding('remote', 'ok', { text: git.remote(url) });
  if (reach === 'reached') return finding('remote', 'ok', { text: git.reached(url) });
  return finding('remote', 'warn', { text: git.unreached(url, asSentence(reach.why)), todo: git.access });
}

function accessFinding(writeEnabled: boolean, { checks }: DoctorWords): Finding {
  const { writes } = checks;
  return finding(
    'access',
    'ok',
    writeEnabled ? { text: writes.on } : { text: writes.off, todo: writes.turnOn },
  );
}

function commandsFindings(why: string | undefined, { checks }: DoctorWords): readonly Finding[] {
  if (why === undefined) return [];
  return [
    finding('commands', 'bad', {
      text: asSentence(checks.commands.wrong(why)),
      todo: checks.commands.correct,
    }),
  ];
}

function sandboxFinding(
  { state, isRequired }: SandboxFacts,
  { doctor, sandbox: words }: DoctorWords,
): Finding {
  if (state.kind === 'on')
    return finding('sandbox', 'ok', { text: doctor.sandbox.on(state.name, state.version) });
  return finding('sandbox', isRequired ? 'bad' : 'warn', {
    text: doctor.sandbox.off(words.why[state.problem]),
    // Elsewhere its words say what that means; here, what to do.
    todo: state.problem === 'switched-off' ? doctor.sandbox.switchOn : words.how[state.problem],
  });
}

function ripgrepFinding(hasRipgrep: boolean, { doctor: { ripgrep } }: DoctorWords): Finding {
  if (hasRipgrep) return finding('ripgrep', 'ok', { text: ripgrep.there });
  return finding('ripgrep', 'warn', { text: ripgrep.missing, todo: ripgrep.install });
}

function diskFinding(disk: DiskFacts, { doctor }: DoctorWords): Finding {
  const words = doctor.disk;
  if ('problem' in disk)
    return finding('disk', 'bad', { text: words.problem(asSentence(disk.problem)), todo: words.rights });
  const text = words.free(formatBytes(disk.freeBytes));
  if (disk.freeBytes >= LITTLE_FREE) return finding('disk', 'ok', { text });
  return finding('disk', disk.freeBytes < MIN_FREE ? 'bad' : 'warn', { text, todo: words.clear });
}

function databaseFinding(database: DatabaseFacts, { doctor }: DoctorWords): Finding {
  const words = doctor.database;
  if (database.kind === 'none') return finding('database', 'ok', { text: words.none });
  const damaged = (why: string): Finding =>
    finding('database', 'bad', { text: words.damaged(asSentence(why)), todo: words.restore });
  if (database.kind === 'unreadable') return damaged(database.why);
  if (database.kind === 'unusable') return finding('database', 'bad', { text: asSentence(database.why) });
  const { soundness, bytes, walBytes } = database;
  switch (soundness.kind) {
    case 'sound':
      return finding('database', 'ok', { text: words.sound(formatBytes(bytes + walBytes)) });
    case 'unfinished':
      return finding('database', 'ok', {
        text: words.unfinished(soundness.looked, soundness.tables, formatBytes(bytes)),
      });
    case 'damaged':
      return damaged(soundness.why);
    default:
      return unreachable(soundness);
  }
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** More would hide what is wrong here. */
const MAX_MACHINES = 12;

/** Findings about a cell: how it is connected, and how the other machines are. */
function cellFindings(cell: CellFacts, nowMs: number, words: DoctorWords): readonly Finding[] {
  return [...connectionFindings(cell, words), ...machineFindings(cell, nowMs, words)];
}

/** While PostgreSQL is away nothing is known of the lease but that it cannot be renewed. */
function connectionFindings({ name, isHeld, away }: CellFacts, { doctor }: DoctorWords): readonly Finding[] {
  const words = doctor.cell;
  if (away === 'no-url') return [finding('cell', 'bad', { text: words.noUrl(name), todo: words.setUrl })];
  const lease = isHeld
    ? finding('cell', 'ok', { text: words.held(name) })
    : finding('cell', 'warn', { text: words.notHeld(name), todo: words.notHeldTodo });
  const database =
    away === undefined
      ? finding('postgres', 'ok', { text: words.answers })
      : finding('postgres', 'bad', { text: words.away(formatBrief(away.ms)), todo: words.awayTodo });
  return [lease, database];
}

/** How each other machine is. One that is gone is nothing that this machine can mend, so it is never `bad`. */
function machineFindings(
  { name, seen }: CellFacts,
  nowMs: number,
  { doctor: { cell: words }, otherMachines }: DoctorWords,
): readonly Finding[] {
  if (seen === undefined) return [];
  const { atMs, isAway, members } = seen;
  const others = othersThan(name, members);
  const left = others.length - MAX_MACHINES;
  return [
    ...(isAway ? [finding('machines', 'warn', { text: words.lastSeen(formatDuration(nowMs - atMs)) })] : []),
    ...others.slice(0, MAX_MACHINES).map((member) => {
      const text = machineLine(member, { atMs, nowMs }, otherMachines);
      const todo = todoFor(member, words);
      return finding('machines', todo === undefined ? 'ok' : 'warn', {
        text,
        ...(todo === undefined ? {} : { todo }),
      });
    }),
    ...(left > 0 ? [finding('machines', 'ok', { text: otherMachines.more(String(left)) })] : []),
  ];
}

/** One that is gone matters while chats depend on it: a machine that was taken out of use has none. */
function todoFor(member: MemberSnapshot, words: DoctorWords['doctor']['cell']): string | undefined {
  const { kind, name, isAlive, chats = 0 } = member;
  if (memberState(member) === 'full') return words.makeRoom;
  if (isAlive) return undefined;
  if (kind === 'front') return words.startFront(name);
  return chats === 0 ? undefined : words.startOrMove(name);
}

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
