/**
 * The commands that the gateway itself names: how they are typed, their line in /help, and what /help <command> adds.
 * `first`: its line among the first things that /help tells. All others stand with their feature. Usage and summary
 * together fit one line of a phone where they can.
 */
export const commandTexts = {
  'agent-resume': {
    usage: '/agent-resume [#n] [+1] [hint]',
    summary: 'continue a task',
    more: 'Alone, it continues the latest task that stopped.\n/agent-resume #2 add tests - continue task 2, even a finished one\n/agent-resume +1 - allow one more dollar\n/agent-resume skip the docs - continue with this hint\nAn id from /sessions works like a number.',
  },
  cancel: {
    usage: '/cancel [#n | all]',
    summary: 'stop a task',
    first: '🛑 Stop me: stop',
    more: 'Files stay as they are now. /agent-resume continues later.\nJust "stop" or "cancel" works too, and so do stop #2 and stop all.',
  },
};
