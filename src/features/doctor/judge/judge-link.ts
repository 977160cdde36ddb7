import type { LinkProbe } from '../../../channels/whatsapp/whatsapp-channel.ts';
import type { AccessList } from '../../../contracts/access.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import { formatBrief, formatTimeOfDay } from '../../../core/texts/format.ts';
import { type Finding, finding } from '../check-ups.ts';
import type { ClockFacts, LinkFacts, LiveLink, WhatsAppFacts } from '../facts.ts';
import type { DoctorWords } from '../texts/texts.ts';

/** A clock that is wrong by this much makes codes and messages look too old. */
const BAD_CLOCK_MS = 5 * MINUTE_MS;
const WRONG_CLOCK_MS = 30 * SECOND_MS;

/** Findings about WhatsApp; a single one where it is not used. */
export function whatsAppFindings(
  facts: WhatsAppFacts,
  nowMs: number,
  words: DoctorWords,
): readonly Finding[] {
  const { link, channels, access } = facts;
  if (channels !== undefined && !channels.includes('whatsapp'))
    return [finding('link', 'ok', { text: words.doctor.link.unused })];
  const isWanted = channels !== undefined || link.device.kind !== 'none';
  return [
    stateFinding(facts, nowMs, words),
    ...leaseFindings(link, words),
    ...(link.check === undefined ? [] : [probeFinding(link.check.probe, words)]),
    ...peopleFindings(access, isWanted, words),
    ...contactFindings(link, nowMs, words),
    ...groupFindings(facts, words),
  ];
}

function stateFinding(
  { link: { live, device }, channels }: WhatsAppFacts,
  nowMs: number,
  words: DoctorWords,
): Finding {
  const { link } = words.doctor;
  if (live !== undefined) return liveFinding(live, nowMs, words);
  switch (device.kind) {
    case 'unreadable':
      return finding('link', 'bad', { text: link.unreadable, todo: link.restore });
    case 'linked':
      return finding('link', 'ok', { text: `${link.asleep(device.number ?? '')} ${link.start}` });
    default:
      return finding('link', channels === undefined ? 'warn' : 'bad', {
        text: link.none,
        todo: link.pair,
      });
  }
}

function liveFinding({ state, sinceMs, number = '' }: LiveLink, nowMs: number, words: DoctorWords): Finding {
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
  { people, groups }: AccessList,
  isWanted: boolean,
  { doctor }: DoctorWords,
): readonly Finding[] {
  const words = doctor.people;
  if (people.length === 0)
    return [finding('people', isWanted ? 'bad' : 'warn', { text: words.nobody, todo: words.allow })];
  const owners = people.filter(({ role }) => role === 'owner').length;
  if (owners === 0) return [finding('people', 'warn', { text: words.noOwner, todo: words.allow })];
  return [finding('people', 'ok', { text: words.allowed(owners, people.length - owners, groups.length) })];
}

function contactFindings(
  { owners, pending }: LinkFacts,
  nowMs: number,
  { doctor }: DoctorWords,
): readonly Finding[] {
  const words = doctor.contacts;
  return [
    ...owners.map(({ phone, lid }) =>
      finding('contacts', 'ok', { text: lid === undefined ? words.unknown(phone) : words.known(phone) }),
    ),
    ...pending.map(({ sender, atMs }) =>
      finding('pending', 'warn', {
        text: words.pending(sender, formatTimeOfDay(atMs, nowMs)),
        todo: words.writeAgain,
      }),
    ),
  ];
}

function groupFindings({ link, access }: WhatsAppFacts, { doctor }: DoctorWords): readonly Finding[] {
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

/** @param offsetMs from WhatsApp's clock; undefined when there was no link to test */
export function clockFinding(
  { nowMs, timeZone }: ClockFacts,
  offsetMs: number | undefined,
  { doctor }: DoctorWords,
): Finding {
  const words = doctor.clock;
  const time = formatTimeOfDay(nowMs, nowMs);
  if (offsetMs === undefined) return finding('clock', 'ok', { text: words.plain(timeZone, time) });
  const text = words.exact(timeZone, time, (Math.abs(offsetMs) / 1000).toFixed(0));
  const off = Math.abs(offsetMs);
  if (off < WRONG_CLOCK_MS) return finding('clock', 'ok', { text });
  return finding('clock', off < BAD_CLOCK_MS ? 'warn' : 'bad', { text, todo: words.set });
}
