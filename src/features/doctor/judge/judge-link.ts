import type { LinkProbe } from '../../../channels/whatsapp/whatsapp-channel.ts';
import { formatBrief, formatTimeOfDay } from '../../../core/texts/format.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time.ts';
import type { CellFacts, DoctorFacts, LinkFacts } from '../facts.ts';
import { type Finding, finding } from '../finding.ts';
import type { DoctorWords } from '../texts/texts.ts';
import { machineFindings } from './judge-machines.ts';

/** A clock that is wrong by this much makes codes and messages look too old. */
const BAD_CLOCK_MS = 5 * MINUTE_MS;
const WRONG_CLOCK_MS = 30 * SECOND_MS;

/** Findings about WhatsApp; a single one where it is not used. A cell has a front in its place. */
export function linkFindings(facts: DoctorFacts, words: DoctorWords): readonly Finding[] {
  const { link, channels } = facts;
  const { doctor } = words;
  if (facts.cell !== undefined)
    return [...cellFindings(facts.cell, words), ...machineFindings(facts.cell, facts.nowMs, words)];
  if (channels !== undefined && !channels.includes('whatsapp'))
    return [finding('link', 'ok', { text: doctor.link.unused })];
  const isWanted = channels !== undefined || link.device.kind !== 'none';
  return [
    stateFinding(facts, words),
    ...leaseFindings(link, words),
    ...(link.check === undefined ? [] : [probeFinding(link.check.probe, words)]),
    ...peopleFindings(facts, isWanted, words),
    ...contactFindings(facts, words),
    ...groupFindings(facts, words),
  ];
}

/** While PostgreSQL is away nothing is known of the lease but that it cannot be renewed. */
function cellFindings({ name, isHeld, away }: CellFacts, { doctor }: DoctorWords): readonly Finding[] {
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

function stateFinding(facts: DoctorFacts, words: DoctorWords): Finding {
  const { link } = words.doctor;
  const { live, device } = facts.link;
  if (live !== undefined) return liveFinding(live, facts, words);
  switch (device.kind) {
    case 'unreadable':
      return finding('link', 'bad', { text: link.unreadable, todo: link.restore });
    case 'linked':
      return finding('link', 'ok', { text: `${link.asleep(device.number ?? '')} ${link.start}` });
    default:
      return finding('link', facts.channels === undefined ? 'warn' : 'bad', {
        text: link.none,
        todo: link.pair,
      });
  }
}

function liveFinding(
  { state, sinceMs, number = '' }: NonNullable<LinkFacts['live']>,
  { nowMs }: DoctorFacts,
  words: DoctorWords,
): Finding {
  const { link } = words.doctor;
  const since = formatTimeOfDay(sinceMs, nowMs);
  switch (state.at) {
    case 'open':
      return finding('link', 'ok', { text: link.open(number, since) });
    case 'pairing':
      return finding('link', 'bad', { text: link.none, todo: link.pair });
    case 'outdated':
      return finding('link', 'bad', { text: words.link.outdated(state.why) });
    case 'terminal':
      return finding('link', 'bad', { text: words.link.terminal[state.kind] });
    default: {
      const name = link.states[state.at];
      const text = 'why' in state ? `${name} (${words.link.because(state.why)})` : name;
      return finding('link', 'warn', { text: link.busy(text, since), todo: link.again });
    }
  }
}

function leaseFindings({ lease, live }: LinkFacts, { doctor }: DoctorWords): readonly Finding[] {
  if (lease === undefined) return [];
  const words = doctor.lease;
  if (!lease.isAlive) return [finding('lease', 'warn', { text: words.dead(lease.pid), todo: words.frees })];
  return [
    live === undefined
      ? finding('lease', 'warn', { text: words.silent(lease.pid), todo: words.restart })
      : finding('lease', 'ok', { text: words.held(lease.pid) }),
  ];
}

function probeFinding(probe: LinkProbe, { doctor }: DoctorWords): Finding {
  const words = doctor.probe;
  if (probe.kind === 'failed')
    return finding('probe', 'bad', { text: words.failed(probe.why), todo: words.retry });
  const ack = formatBrief(probe.ackMs);
  if (probe.receiptMs === undefined)
    return finding('probe', 'warn', { text: words.noReceipt(ack), todo: words.phone });
  return finding('probe', 'ok', { text: words.returned(ack, formatBrief(probe.receiptMs)) });
}

function peopleFindings(
  { access }: DoctorFacts,
  isWanted: boolean,
  { doctor }: DoctorWords,
): readonly Finding[] {
  const words = doctor.people;
  const { people, groups } = access;
  if (people.length === 0)
    return [finding('people', isWanted ? 'bad' : 'warn', { text: words.nobody, todo: words.allow })];
  const owners = people.filter(({ role }) => role === 'owner').length;
  if (owners === 0) return [finding('people', 'warn', { text: words.noOwner, todo: words.allow })];
  return [finding('people', 'ok', { text: words.allowed(owners, people.length - owners, groups.length) })];
}

function contactFindings({ link, nowMs }: DoctorFacts, { doctor }: DoctorWords): readonly Finding[] {
  const words = doctor.contacts;
  return [
    ...link.owners.map(({ phone, lid }) =>
      finding('contacts', 'ok', { text: lid === undefined ? words.unknown(phone) : words.known(phone) }),
    ),
    ...link.pending.map(({ sender, atMs }) =>
      finding('pending', 'warn', {
        text: words.pending(sender, formatTimeOfDay(atMs, nowMs)),
        todo: words.writeAgain,
      }),
    ),
  ];
}

function groupFindings({ link, access }: DoctorFacts, { doctor }: DoctorWords): readonly Finding[] {
  const words = doctor.groups;
  const groups = link.check?.groups;
  if (groups === undefined) return [];
  const isListed = (id: string): boolean => access.groups.some((group) => group.id === id);
  const missing = access.groups.filter(({ id }) => !groups.some((group) => group.id === id));
  if (groups.length + missing.length === 0) return [finding('groups', 'ok', { text: words.none })];
  return [
    ...groups.map(({ id, name }) => {
      const text = isListed(id) ? words.listed(name, id) : words.unlisted(name, id);
      return finding('groups', 'ok', { text });
    }),
    ...missing.map(({ id }) => finding('groups', 'warn', { text: words.notIn(id), todo: words.add })),
  ];
}

export function clockFinding({ nowMs, timeZone, link }: DoctorFacts, { doctor }: DoctorWords): Finding {
  const words = doctor.clock;
  const time = formatTimeOfDay(nowMs, nowMs);
  const offsetMs = link.check?.clockOffsetMs;
  if (offsetMs === undefined) return finding('clock', 'ok', { text: words.plain(timeZone, time) });
  const text = words.exact(timeZone, time, (Math.abs(offsetMs) / 1000).toFixed(0));
  const off = Math.abs(offsetMs);
  if (off < WRONG_CLOCK_MS) return finding('clock', 'ok', { text });
  return finding('clock', off < BAD_CLOCK_MS ? 'warn' : 'bad', { text, todo: words.set });
}
