import type { Keep } from '../contracts/retention.ts';
import type { RunLimits } from '../contracts/session.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import type { AgentFile } from './agent-file.ts';
import type { Variables } from './variables.ts';

const MILLION = 1_000_000;

/** Limits of one session. */
export function limitsOf(variables: Variables, { limits, context }: AgentFile): RunLimits {
  return {
    maxRounds: variables.AGENT_MAX_ROUNDS ?? limits.max_rounds,
    continuesByItself: limits.continue_by_itself,
    sessionTimeoutMs: (variables.AGENT_SESSION_TIMEOUT ?? limits.session_timeout_seconds) * 1000,
    maxCostMicroUsd: microUsd(variables.AGENT_MAX_COST_USD ?? limits.max_cost_usd),
    dailyCostMicroUsd: microUsd(variables.AGENT_DAILY_COST_USD ?? limits.daily_cost_usd),
    maxTokensUnpriced: limits.max_tokens_unpriced,
    contextTokens: context.window_tokens,
    outage: {
      waitsMs: limits.outage_waits_seconds.map((seconds) => seconds * 1000),
      longestMs: limits.outage_minutes * MINUTE_MS,
    },
  };
}

function microUsd(usd: number | 'none'): number | undefined {
  return usd === 'none' ? undefined : Math.round(usd * MILLION);
}

/** How long things are kept. */
export function keepOf(variables: Variables, { keep }: AgentFile): Keep {
  return {
    messagesMs: ageOf(variables.KEEP_MESSAGES_DAYS ?? keep.messages_days),
    sessionsMs: ageOf(variables.KEEP_SESSIONS_DAYS ?? keep.sessions_days),
    tracesMs: ageOf(variables.KEEP_TRACES_DAYS ?? keep.traces_days),
    auditMs: ageOf(variables.KEEP_AUDIT_DAYS ?? keep.audit_days),
  };
}

function ageOf(days: number | 'none'): number | undefined {
  return days === 'none' ? undefined : days * DAY_MS;
}
