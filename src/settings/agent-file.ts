import * as z from 'zod';
import type { PacingLimits } from '../channels/whatsapp/pacing.ts';
import type { RetentionTimes } from '../contracts/maintenance.ts';
import type { RunLimits } from '../contracts/session.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/clock.ts';
import { readQuietHours } from '../core/quiet-hours.ts';
import { ModelProfile } from '../models/profile.ts';
import { SEARCH_PROVIDERS } from '../web/search-providers.ts';
import {
  days,
  MAX_MAP_TOKENS,
  MAX_ROUNDS,
  MIN_DAYS,
  MIN_TRACE_DAYS,
  usd,
  WEEK_SECONDS,
} from './variable-formats.ts';

/** Name of an entry of `models`; null = none. */
const ProfileName = z.string().min(1).nullable();

/** Longest command, in UTF-16 code units. */
const MAX_LINE_LENGTH = 4000;

const QuietHoursText = z.string().transform((text, context) => {
  const hours = readQuietHours(text);
  if (hours !== undefined) return hours;
  context.addIssue({ code: 'custom', message: 'expected none, or hours such as 22:00-08:00' });
  return z.NEVER;
});

function isHost(text: string): boolean {
  return URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text;
}

/**
 * `agent.yaml`: the shipped file with the person's own merged over it. A section that no variable changes comes out as
 * its readers take it.
 */
export const AgentFile = z.strictObject({
  model: z.strictObject({
    id: z.string().min(1),
    helper: ProfileName,
    fallback: ProfileName,
    fallback_after_minutes: z.number().min(0).max(1440),
    // The connection itself gives up after 300 s of silence.
    idle_timeout_seconds: z.int().min(1).max(290),
    plain_http: z.boolean(),
  }),
  models: z.record(z.string(), ModelProfile),
  limits: z.strictObject({
    max_rounds: z.int().min(1).max(MAX_ROUNDS),
    continue_by_itself: z.boolean(),
    session_timeout_seconds: z.int().min(1).max(WEEK_SECONDS),
    max_cost_usd: usd(),
    daily_cost_usd: usd(),
    max_tokens_unpriced: z.int().min(1000),
    backlog: z.int().min(1).max(100_000),
    outage_waits_seconds: z.array(z.int().min(1).max(3600)).min(1).max(50),
    outage_minutes: z.int().min(0).max(1440),
  }),
  context: z.strictObject({
    window_tokens: z.int().min(20_000).max(1_000_000),
    map_tokens: z.int().min(0).max(MAX_MAP_TOKENS),
  }),
  worktrees: z
    .strictObject({
      /** One line for bash that makes the dependencies of a worktree. */
      setup: z
        .string()
        .trim()
        .max(MAX_LINE_LENGTH)
        .refine((line) => !/[\0\n\r]/.test(line), { error: 'expected one line' })
        .nullable(),
      /** Tasks of one workspace that may be under way at the same time. */
      parallel: z.int().min(1).max(8),
    })
    // An empty line is how a person takes one back.
    .transform(({ setup, ...rest }) => ({ ...rest, setup: setup || undefined })),
  pull_requests: z
    .strictObject({
      follow_hours: z
        .int()
        .min(1)
        .max(24 * 90),
      most_followed: z.int().min(1).max(200),
    })
    .transform(({ follow_hours, most_followed }) => ({
      followMs: follow_hours * HOUR_MS,
      mostFollowed: most_followed,
    })),
  web: z
    .strictObject({
      fetch: z.boolean(),
      /** As they stand in an address: `localhost:3000`. */
      own_hosts: z.array(
        z.string().refine(isHost, { error: 'expected hosts as in an address: localhost:3000' }),
      ),
      search: z.enum(['none', 'model', ...SEARCH_PROVIDERS]),
      search_url: z.url({ protocol: /^https?$/ }).nullable(),
    })
    .refine(({ search, search_url }) => search !== 'searxng' || search_url !== null, {
      error: 'searxng needs its address: search_url',
      path: ['search_url'],
    }),
  /** Hours, by the clock of each conversation, in which the program does not report what only it has found. */
  quiet_hours: z.union([z.literal('none').transform(() => undefined), QuietHoursText]),
  whatsapp: z
    .strictObject({
      device_name: z.string().min(1).max(40),
      version: z.tuple([z.int(), z.int(), z.int()]).nullable(),
      pacing: z.union(
        [
          z.literal('off'),
          z
            .strictObject({
              chat_seconds: z.number().min(0).max(3600),
              per_minute: z.int().min(1).max(10_000),
              unasked_per_minute: z.int().min(1).max(10_000),
              unasked_per_hour: z.int().min(1).max(100_000),
            })
            .transform(
              (pacing): PacingLimits => ({
                chatDistanceMs: pacing.chat_seconds * 1000,
                perMinute: pacing.per_minute,
                unaskedPerMinute: pacing.unasked_per_minute,
                unaskedPerHour: pacing.unasked_per_hour,
              }),
            ),
        ],
        { error: 'expected off, or whole numbers for per_minute, unasked_per_minute and unasked_per_hour' },
      ),
      edit_seconds: z.number().min(0.5).max(60),
    })
    .transform(({ device_name, version, pacing, edit_seconds }) => ({
      deviceName: device_name,
      version: version ?? undefined,
      pacing: pacing === 'off' ? undefined : pacing,
      editIntervalMs: edit_seconds * 1000,
    })),
  inbox: z
    .strictObject({
      /** Attachments in messages: the largest, and all of one person and day (UTC). */
      file_mb: z.number().positive().max(100),
      day_mb: z.number().positive().max(100_000),
      keep_days: z.int().min(1).max(3650),
    })
    .transform(({ file_mb, day_mb, keep_days }) => ({ fileMb: file_mb, dayMb: day_mb, keepDays: keep_days })),
  /** The voice in which reports may also be heard. */
  speech: z.strictObject({
    voices: z.strictObject({ en: z.string().min(1).max(100), es: z.string().min(1).max(100) }),
    usd_per_million_characters: z.number().min(0).max(10_000).nullable(),
    plain_http: z.boolean(),
  }),
  keep: z.strictObject({
    messages_days: days(MIN_DAYS),
    sessions_days: days(MIN_DAYS),
    traces_days: days(MIN_TRACE_DAYS),
    audit_days: days(MIN_DAYS),
  }),
  edits: z.enum(['auto', 'ask']),
  /** Whether the project's own formatter, linter and type checker run on a file that was edited. */
  checks_after_edits: z.boolean(),
  policy: z
    .strictObject({
      /** Whether a command that is not configured is asked about, or refused with a hint for the model. */
      mode: z.enum(['interactive', 'strict']),
      /** `required`: no start without one. `off-accepted`: none is used, project scripts run all the same. */
      sandbox: z.enum(['auto', 'required', 'off-accepted']),
      /** Whether what the project itself defines (`npm test`, `make`) runs without a question; `auto`: in a sandbox. */
      project_scripts: z.enum(['auto', 'ask', 'allow']),
      /** Whether a line of several commands that would each run unasked runs so too, in a sandbox. */
      compound: z.enum(['ask', 'each-part']),
    })
    .transform(({ project_scripts, ...rest }) => ({ ...rest, projectScripts: project_scripts })),
});
export type AgentFile = z.infer<typeof AgentFile>;

/** Settings that stand in the file alone, or whose variable only takes its place there. */
export type AgentFileSettings = Readonly<ReturnType<typeof ofAgentFile>>;

export function ofAgentFile(file: AgentFile) {
  return {
    limits: limitsOf(file),
    /** How long things are kept that are over. */
    keep: keepOf(file),
    /** Messages of one chat that may wait at the same time. */
    backlog: file.limits.backlog,
    edits: file.edits,
    checksAfterEdits: file.checks_after_edits,
    /** Tokens that the project map of a new session may take; 0 = none. */
    mapTokens: file.context.map_tokens,
    worktrees: file.worktrees,
    /**
     * Sessions that may run at the same time; more where one project may have more, so that there is one for others.
     */
    maxParallel: Math.max(MAX_PARALLEL, file.worktrees.parallel + 1),
    /** How pull requests that sessions opened are followed. */
    pullRequests: file.pull_requests,
    /** Undefined: there are none. */
    quietHours: file.quiet_hours,
  };
}

const MILLION = 1_000_000;
const MAX_PARALLEL = 4;

/** Limits of one session. */
function limitsOf({ limits, context }: AgentFile): RunLimits {
  return {
    maxRounds: limits.max_rounds,
    continuesByItself: limits.continue_by_itself,
    sessionTimeoutMs: limits.session_timeout_seconds * 1000,
    maxCostMicroUsd: microUsd(limits.max_cost_usd),
    dailyCostMicroUsd: microUsd(limits.daily_cost_usd),
    maxTokensUnpriced: limits.max_tokens_unpriced,
    contextTokens: context.window_tokens,
    outage: {
      waitsMs: limits.outage_waits_seconds.map((seconds) => seconds * 1000),
      longestMs: limits.outage_minutes * MINUTE_MS,
    },
  };
}

function microUsd(amount: number | 'none'): number | undefined {
  return amount === 'none' ? undefined : Math.round(amount * MILLION);
}

function keepOf({ keep }: AgentFile): RetentionTimes {
  return {
    messagesMs: ageOf(keep.messages_days),
    sessionsMs: ageOf(keep.sessions_days),
    tracesMs: ageOf(keep.traces_days),
    auditMs: ageOf(keep.audit_days),
  };
}

function ageOf(age: number | 'none'): number | undefined {
  return age === 'none' ? undefined : age * DAY_MS;
}
