/** Why a session stopped before its end, and how to go on; keyed by the reason that is stored. */
export const outcomeTexts = {
  rounds: 'I paused at my limit of rounds. Send /agent-resume to let me continue.',
  'no-progress':
    'I paused: my last rounds brought nothing new. Send /agent-resume to let me continue, best with a hint.',
  money:
    'The money limit of this task is reached. /agent-resume +1 allows one more dollar; AGENT_MAX_COST_USD sets the limit.',
  'daily-money':
    'Your money limit for today is reached. From 00:00 UTC on, /agent-resume goes on where I stopped. An owner raises the limit: AGENT_DAILY_COST_USD, or daily_cost_usd in agent.yaml, and a restart.',
  tokens:
    'The token limit for a model without a known price is reached. Add its price to config/agent.yaml, then /agent-resume.',
  time: 'My working time is used up. /agent-resume grants as much again; AGENT_SESSION_TIMEOUT sets it.',
  loop: 'I was going round in circles, so I stopped. Tell me what to try: /agent-resume <hint>',
  malformed:
    'The model kept sending unusable tool calls; none of them was executed. /agent-resume tries again.',
  empty: 'The model kept sending empty replies. /agent-resume tries again.',
  'cut-off':
    'The model kept running into its length limit. /agent-resume with a smaller step, for example: /agent-resume one file at a time',
  refused: 'The model declined to go on with this. Put it in other words: /agent-resume <hint>',
  'too-long':
    'The conversation no longer fits the model. Start afresh with what is left: /agent <what remains>',
  key: 'The model refused the key, or there is none. Set ANTHROPIC_API_KEY, restart me, then /agent-resume.',
  request: 'The model server refused the request. The detail says why; /agent-resume tries again.',
  busy: 'The model is overloaded. /agent-resume tries again in a few minutes.',
  unreachable: 'I cannot reach the model. Check the network and ANTHROPIC_BASE_URL, then /agent-resume.',
  silent: 'The model stopped answering in the middle of a reply. /agent-resume tries again.',
  unanswered:
    'Nobody answered my question for 24 hours. Answer it whenever you like and I go on; nothing was done.',
  rewound: 'I took this task back. Say what to do instead: /agent-resume <words>',
  'no-commit':
    'There is no commit to copy the project from. Make a first commit in the project folder, then /agent-resume.',
  'branch-taken':
    'Its branch is checked out elsewhere. Leave that branch there (git worktree list shows where), then /agent-resume.',
  'project-gone':
    'The folder of its project is gone, or another one is in its place. Put it back, then /agent-resume.',
  'no-copy': 'I could not make a copy of the project to work in. /agent-resume tries again.',
  'copy-gone':
    'The copy that it worked in is gone, and its changes with it. Start it anew with /agent or /agent?',
  detail: (detail: string) => `(${detail})`,
};
