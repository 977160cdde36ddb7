/** What a front itself writes in a chat, each text once during an outage. */
export const english = {
  databaseAway: `⏳ I got your message, but I can't start yet.
The connection to my tasks is down. I'll handle your message when it's back. You don't need to send it again.`,
  databaseBack: `✅ The connection to my tasks is back.
I'm passing on what you wrote meanwhile, in order.`,
  cellAway: `⏳ The machine that works for this chat doesn't answer.
Your messages are kept. I'll handle them in order when it's back. You don't need to send them again.`,
};
