import { unreachable } from '../../../core/failure.ts';
import { formatBrief, formatBytes } from '../../../core/texts/format.ts';
import type {
  DatabaseFacts,
  DiskFacts,
  DoctorFacts,
  ModelFacts,
  ProjectFacts,
  ProjectsFacts,
  RemoteFacts,
  SandboxFacts,
} from '../facts.ts';
import { type Finding, finding } from '../finding.ts';
import type { DoctorWords } from '../texts/texts.ts';
import { cellFindings } from './judge-cell.ts';
import { clockFinding, whatsAppFindings } from './judge-link.ts';
import { setupFindings } from './judge-setup.ts';

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

function modelFinding(model: ModelFacts, { doctor }: DoctorWords): Finding {
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

function projectFindings(project: ProjectFacts, { doctor }: DoctorWords): readonly Finding[] {
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
