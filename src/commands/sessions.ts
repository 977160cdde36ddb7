import { formatMoney } from '../base/texts/format.ts';
import type { Texts } from '../base/texts/texts.ts';
import type { ChatCommand } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { statusText, taskLine } from './session-text.ts';

const SHOWN = 8;

export const sessionsCommand: ChatCommand = {
  name: 'sessions',
  aliases: [],
  describe: (texts) => texts.commands.sessions,
  run(_rest, { conversation, store, texts }) {
    const sessions = store.sessions.ofConversation(conversation, SHOWN);
    if (sessions.length === 0) return [{ kind: 'reply', text: texts.replies.noSessions }];
    const lines = sessions.map((session) => sessionLines(session, texts));
    return [{ kind: 'reply', text: [...lines, texts.status.resumeHint].join('\n') }];
  },
};

function sessionLines(session: SessionRecord, texts: Texts): string {
  const cost = session.costKnown ? formatMoney(session.costMicroUsd) : texts.progress.costUnknown;
  return `${statusText(session, texts)}: ${taskLine(session)}\n   ${session.id} · ${cost}`;
}
