import type { Action } from '../../contracts/commands.ts';
import { newInstanceId, newMessageId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { unreachable } from '../../core/unreachable.ts';
import type { CarryOutParts, Cause } from '../cause.ts';

export type WorkspaceAction = Extract<
  Action,
  { kind: 'choose-workspace' | 'add-workspace' | 'cancel-workspace' }
>;
type Add = Extract<WorkspaceAction, { kind: 'add-workspace' }>;

/** Inside the caller's transaction. What it returns belongs after the commit. */
export function carryOutWorkspace(action: WorkspaceAction, cause: Cause, parts: CarryOutParts): () => void {
  switch (action.kind) {
    case 'add-workspace':
      return add(action, cause, parts);
    case 'cancel-workspace':
      return parts.making.cancel(action.seq);
    case 'choose-workspace':
      choose(action.path, cause, parts);
      return () => undefined;
    default:
      return unreachable(action);
  }
}

/** A row first: what is wanted is made, by whichever program. */
function add({ url, name }: Add, { conversation, locale, row }: Cause, parts: CarryOutParts): () => void {
  const { instance, store, postbox, clock } = parts;
  const messageId = newMessageId();
  const seq = store.newWorkspaces.add({
    instance,
    conversation,
    locale,
    requester: row.message.sender,
    url,
    name,
    token: newInstanceId(),
    messageId,
    atMs: clock.nowMs(),
  });
  const { bringing, making } = texts(locale).workspaces;
  const text = url === undefined ? making(name) : bringing(name);
  postbox.add({ conversation, key: `workspace:${seq}`, id: messageId, body: { kind: 'text', text } });
  return () => parts.making.begin(seq);
}

/** Whoever goes back to the usual one follows it when the settings change. */
function choose(path: string, { conversation }: Cause, { store, program, clock }: CarryOutParts): void {
  if (path === program.workspaces.usual) store.chosenWorkspaces.forget(conversation);
  else store.chosenWorkspaces.choose(conversation, path, clock.nowMs());
}
