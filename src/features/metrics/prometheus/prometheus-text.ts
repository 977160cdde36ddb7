import { LINK_WORDS, type LinkWord } from '../../../channels/whatsapp/link-state.ts';
import { DAY_MS } from '../../../core/clock.ts';
import type { Metrics } from '../metrics.ts';

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Period of the endpoint: older data is in the rows, and a scrape every few seconds must stay cheap. */
export const SCRAPED_PERIOD_MS = DAY_MS;

interface Figure {
  readonly name: string;
  /** Only a summary may have quantiles; its sum and count are optional, and would not go down with the day. */
  readonly type: 'gauge' | 'summary';
  readonly help: string;
  /** By label, written out; '' = without one. Null = no value yet: no sample. */
  readonly samples: Readonly<Record<string, number | null>>;
}

/**
 * The figures of the last day, and what waits now, in Prometheus' text format; labels are words of this file alone.
 * @param link how the link to WhatsApp is at this moment; undefined while WhatsApp is not used
 */
export function prometheusText(metrics: Metrics, link: LinkWord | undefined): string {
  const gauges = [...pastGauges(metrics), ...presentGauges(metrics), ...linkGauges(link)];
  return gauges.map(metricText).join('');
}

function pastGauges({ commands, loops, sessions, spending, mcp, approvals }: Metrics): readonly Figure[] {
  return [
    gauge('commands_24h', 'Commands attempted, refused ones included.', commands.executed),
    gauge('commands_denied_24h', 'Commands blocked.', commands.denied),
    gauge('command_success_ratio_24h', 'Of those with an exit code, exit code 0.', commands.successRate),
    gauge('command_duration_seconds_24h', 'Average duration of a command.', seconds(commands.avgDurationMs)),
    gauge('loop_detections_24h', 'Warnings and breakers.', loops.detected),
    gauge('sessions_completed_24h', 'Tasks done.', sessions.completed),
    gauge('sessions_unproven_24h', 'Tasks that were called done, and were not.', sessions.unproven),
    gauge('cost_dollars_24h', 'Cost as far as prices are known.', spending.microUsd / 1_000_000),
    gauge('unpriced_sessions_24h', 'Sessions whose model has no known price.', spending.unpriced),
    labelledMetric('tokens_24h', 'Tokens by what they were.', 'kind', {
      input: spending.inputTokens,
      output: spending.outputTokens,
      cache_read: spending.cacheReadTokens,
      cache_write: spending.cacheWriteTokens,
    }),
    gauge('cache_share_24h', 'Of what went into the model, what came from its cache.', spending.cacheShare),
    labelledMetric('mcp_calls_24h', 'Calls of tools of MCP servers by how they ended.', 'outcome', {
      ok: mcp.calls - mcp.failed,
      failed: mcp.failed,
    }),
    gauge('mcp_call_duration_seconds_24h', 'Average duration of these.', seconds(mcp.avgDurationMs)),
    labelledMetric('approvals_24h', 'Questions by how they ended.', 'answer', {
      approved: approvals.approved,
      rejected: approvals.rejected,
      none: approvals.unanswered,
    }),
    labelledMetric('approval_wait_seconds_24h', 'Time to the answer of a person.', 'quantile', {
      '0.5': seconds(approvals.medianWaitMs),
      '0.95': seconds(approvals.p95WaitMs),
    }),
  ];
}

function presentGauges({ queues, messages, stops, whatsapp }: Metrics): readonly Figure[] {
  return [
    labelledMetric('queue_depth', 'What waits now.', 'queue', queues),
    gauge('messages_lost', 'Refused for good in 24 h, or in hand of no program. Must be 0.', messages.lost),
    gauge('messages_unreadable_24h', 'Could not be decrypted; asked for again.', messages.unreadable),
    gauge('loop_stops_24h', 'Times that nothing was done for more than 50 ms.', stops.count),
    gauge('loop_stop_seconds_24h', 'The longest of these.', seconds(stops.longestMs)),
    gauge('whatsapp_held', 'A running program holds the link.', Number(whatsapp === 'running')),
  ];
}

/** One of the states is 1: an alert names the one it is about. */
function linkGauges(link: LinkWord | undefined): readonly Figure[] {
  const is = (word: LinkWord): number | null => (link === undefined ? null : Number(link === word));
  return [
    gauge('whatsapp_open', 'The link is open now.', is('connected')),
    labelledMetric(
      'whatsapp_state',
      'How the link is now; given_up and logged_out wait for a person.',
      'state',
      Object.fromEntries(LINK_WORDS.map((word) => [word, is(word)])),
    ),
  ];
}

function gauge(name: string, help: string, value: number | null): Figure {
  return { name, type: 'gauge', help, samples: { '': value } };
}

function labelledMetric(
  ...[name, help, label, values]: [string, string, string, Readonly<Record<string, number | null>>]
): Figure {
  const samples = Object.entries(values).map(([key, value]) => [`{${label}="${key}"}`, value] as const);
  const type = label === 'quantile' ? 'summary' : 'gauge';
  return { name, type, help, samples: Object.fromEntries(samples) };
}

function metricText({ name, type, help, samples }: Figure): string {
  const lines = Object.entries(samples).flatMap(([label, value]) =>
    value === null ? [] : [`wasap_${name}${label} ${value}\n`],
  );
  return `# HELP wasap_${name} ${help}\n# TYPE wasap_${name} ${type}\n${lines.join('')}`;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}

/**
 * The same samples with the name of the cell as a label of each, so that several machines can be distinguished and
 * added up.
 * @param cell lower-case letters, digits and hyphens
 */
export function ofCell(text: string, cell: string): string {
  return text.replace(/^(?!#)(\w+)(?:\{(.*)\})? /gm, (_, name: string, labels: string | undefined) => {
    const all = [...(labels ? [labels] : []), `cell="${cell}"`];
    return `${name}{${all.join(',')}} `;
  });
}
