/** Why a session stopped before its end, and how to continue; keyed by the reason that is stored. */
export const outcomeTexts = {
  rounds: (rounds: number) =>
    `I paused after ${rounds === 1 ? '1 round' : `${rounds} rounds`}. /agent-resume lets me continue.`,
  'no-progress':
    'I paused: my last rounds brought nothing new.\nA hint helps me continue: /agent-resume <hint>',
  money:
    'This task reached its money limit.\n/agent-resume +1 allows $1 more. AGENT_MAX_COST_USD sets the limit.',
  'daily-money':
    'You reached your money limit for today.\nAfter 00:00 UTC, /agent-resume continues where I stopped.\nAn owner can raise the limit: AGENT_DAILY_COST_USD, or daily_cost_usd in agent.yaml, then restart.',
  tokens:
    'I reached the token limit: this model has no known price.\nAdd its price to config/agent.yaml, then /agent-resume.',
  time: 'I reached my time limit. /agent-resume gives me more.\nAGENT_SESSION_TIMEOUT sets the limit.',
  loop: 'I was going in circles, so I stopped.\nTell me what to try: /agent-resume <hint>',
  malformed: "The model's tool calls made no sense. I ran none of them.\n/agent-resume tries again.",
  empty: 'The model kept sending empty replies.\n/agent-resume tries again.',
  'cut-off':
    'The model kept hitting its length limit.\nAsk for a smaller step: /agent-resume one file at a time',
  refused: 'The model declined to continue.\nPut it in other words: /agent-resume <hint>',
  'too-long': 'This conversation no longer fits the model.\nStart again with the rest: /agent <what remains>',
  key: 'No API key is set, or the model refused it.\nRun `wasap setup`, or set ANTHROPIC_API_KEY and restart me.\nThen: /agent-resume',
  request: 'The model server refused the request.\n/agent-resume tries again.',
  busy: 'The model is overloaded.\nIn a few minutes, /agent-resume tries again.',
  unreachable: "I can't reach the model.\nCheck the network and ANTHROPIC_BASE_URL, then /agent-resume.",
  silent: 'The model stopped in the middle of a reply.\n/agent-resume tries again.',
  unanswered: "Nobody answered my question for 24 hours. I did nothing.\nAnswer any time, and I'll continue.",
  rewound: 'I rewound this task.\nTell me what to do instead: /agent-resume <words>',
  'no-commit':
    'This project has no commit to copy.\nMake a first commit in the project folder, then /agent-resume.',
  'branch-taken':
    'Its branch is checked out in another folder.\nSwitch branches there (`git worktree list` shows where), then /agent-resume.',
  'project-gone':
    'The project folder is gone, or another one took its place.\nPut it back, then /agent-resume.',
  'no-copy': "I couldn't make a copy of the project to work in.\n/agent-resume tries again.",
  'copy-gone': 'The copy I worked in is gone, with its changes.\nStart again with /agent or /agent?',
  detail: (detail: string) => `(${detail})`,
};
