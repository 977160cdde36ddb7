import core from './migrations/0001-core.sql';
import auditChain from './migrations/0002-audit-chain.sql';
import grants from './migrations/0003-grants.sql';
import whatsapp from './migrations/0004-whatsapp.sql';
import ends from './migrations/0005-ends.sql';
import people from './migrations/0006-people.sql';
import enclosures from './migrations/0007-enclosures.sql';
import cards from './migrations/0008-cards.sql';
import contexts from './migrations/0009-contexts.sql';
import checkpoints from './migrations/0010-checkpoints.sql';
import moneyQuestions from './migrations/0011-money-questions.sql';
import pullRequests from './migrations/0012-pull-requests.sql';
import worktrees from './migrations/0013-worktrees.sql';
import undonePulls from './migrations/0014-undone-pulls.sql';
import metrics from './migrations/0015-metrics.sql';
import crons from './migrations/0016-crons.sql';
import workspaces from './migrations/0017-workspaces.sql';
import notes from './migrations/0018-notes.sql';
import cronSessions from './migrations/0019-cron-sessions.sql';
import traces from './migrations/0020-traces.sql';
import newWorkspaces from './migrations/0021-new-workspaces.sql';
import retention from './migrations/0022-retention.sql';
import cronProjects from './migrations/0023-cron-projects.sql';
import assignments from './migrations/0024-assignments.sql';
import routings from './migrations/0025-routings.sql';
import jobs from './migrations/0026-jobs.sql';
import trustedFiles from './migrations/0027-trusted-files.sql';
import subCalls from './migrations/0028-sub-calls.sql';
import spendingConversation from './migrations/0029-spending-conversation.sql';
import commandLogIndexes from './migrations/0030-command-log-indexes.sql';
import heartbeats from './migrations/0031-heartbeats.sql';
import backgroundEnds from './migrations/0032-background-ends.sql';
import outages from './migrations/0033-outages.sql';
import approvalCopies from './migrations/0034-approval-copies.sql';
import loopStops from './migrations/0035-loop-stops.sql';
import earlierTime from './migrations/0036-earlier-time.sql';
import scheduledMessages from './migrations/0037-scheduled-messages.sql';
import conversation from './migrations/0038-conversation.sql';
import rewindsAndFollowUps from './migrations/0039-rewinds-and-follow-ups.sql';
import questionFacts from './migrations/0040-question-facts.sql';
import offeredTasks from './migrations/0041-offered-tasks.sql';
import pullsBehind from './migrations/0042-pulls-behind.sql';
import mcp from './migrations/0043-mcp.sql';
import chosenModels from './migrations/0045-chosen-models.sql';
import switchedModels from './migrations/0046-switched-models.sql';
import hookRuns from './migrations/0047-hook-runs.sql';
import voice from './migrations/0049-voice.sql';
import lock from './migrations/0050-lock.sql';
import quiet from './migrations/0051-quiet.sql';
import outsideAgents from './migrations/0052-outside-agents.sql';
import webConsole from './migrations/0053-web-console.sql';
import webTokens from './migrations/0054-web-tokens.sql';
import doubtedEnds from './migrations/0055-doubted-ends.sql';
import webChat from './migrations/0056-web-chat.sql';
import cronRuns from './migrations/0057-cron-runs.sql';
import spendingModel from './migrations/0058-spending-model.sql';
import spendingByRound from './migrations/0060-spending-by-round.sql';
import webGestures from './migrations/0061-web-gestures.sql';
import sessionsByOwner from './migrations/0062-sessions-by-owner.sql';
import relay from './migrations/0063-relay.sql';
import front from './migrations/0064-front.sql';
import relayTakeovers from './migrations/0065-relay-takeovers.sql';
import frontCopy from './migrations/0066-front-copy.sql';
import acrossMachines from './migrations/0067-across-machines.sql';
import machines from './migrations/0069-machines.sql';
import frontWelcomes from './migrations/0070-front-welcomes.sql';
import relayHomes from './migrations/0071-relay-homes.sql';
import sessionsOpen from './migrations/0072-sessions-open.sql';
import notesSaidBy from './migrations/0073-notes-said-by.sql';

/** Oldest first; a database of version n has had the first n. A released one is never edited: the next is added. */
export const MIGRATIONS: readonly string[] = [
  core,
  auditChain,
  grants,
  whatsapp,
  ends,
  people,
  enclosures,
  cards,
  contexts,
  checkpoints,
  moneyQuestions,
  pullRequests,
  worktrees,
  undonePulls,
  metrics,
  crons,
  workspaces,
  notes,
  cronSessions,
  traces,
  newWorkspaces,
  retention,
  cronProjects,
  assignments,
  routings,
  jobs,
  trustedFiles,
  subCalls,
  spendingConversation,
  commandLogIndexes,
  heartbeats,
  backgroundEnds,
  outages,
  approvalCopies,
  loopStops,
  earlierTime,
  scheduledMessages,
  conversation,
  rewindsAndFollowUps,
  questionFacts,
  offeredTasks,
  pullsBehind,
  mcp,
  chosenModels,
  switchedModels,
  hookRuns,
  voice,
  lock,
  quiet,
  outsideAgents,
  webConsole,
  webTokens,
  doubtedEnds,
  webChat,
  cronRuns,
  spendingModel,
  spendingByRound,
  webGestures,
  sessionsByOwner,
  relay,
  front,
  relayTakeovers,
  frontCopy,
  acrossMachines,
  machines,
  frontWelcomes,
  relayHomes,
  sessionsOpen,
  notesSaidBy,
];
