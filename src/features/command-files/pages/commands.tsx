import type { WebView } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { commandName } from '../../../core/texts/texts.ts';
import {
  type TrustContext,
  TrustList,
  type TrustPage,
  type TrustPageParts,
  trustView,
  WantsToAskLess,
} from '../../../gateway/people/trust-page.tsx';
import { trustStep } from '../../../gateway/people/trust-step.ts';
import { preApprovedBy } from '../../../tools/pre-approved.ts';
import { Badge } from '../../../web-server/ui.tsx';
import type { CommandFileRegistry, ListedCommandFile, NamedCommandFile } from '../command-file.ts';
import { commandFileTexts } from '../texts/texts.ts';
import { trustedCommandFile } from '../trust.ts';

/** As command files are named, with their folder before it. */
const NAME = /^[\w./:-]{1,200}$/;

export interface CommandsPageParts extends TrustPageParts {
  readonly files: CommandFileRegistry;
}

/** An entry of the list, with the file itself where it wants to do something unasked. */
interface CommandEntry {
  readonly listed: ListedCommandFile;
  readonly wants: NamedCommandFile | undefined;
}

/** The command files for a project, read from the disk: where each comes from, and what it wants to do unasked. */
export function commandsView(parts: CommandsPageParts): WebView {
  return trustView(PAGE, parts);
}

const PAGE: TrustPage<CommandsPageParts> = {
  path: '/commands',
  words: (texts) => commandFileTexts(texts).page,
  field: 'command',
  names: NAME,
  command: (texts) => commandName(commandFileTexts(texts).command),
  async regions(place) {
    const entries = await listCommandEntries(place.project, place.parts.files);
    return [{ name: 'commands', body: <Commands entries={entries} place={place} /> }];
  },
};

type CommandTrustContext = TrustContext<CommandsPageParts>;

async function listCommandEntries(
  { path }: Workspace,
  files: CommandFileRegistry,
): Promise<readonly CommandEntry[]> {
  const listed = await files.list(path);
  return await Promise.all(
    listed.map(
      async (one): Promise<CommandEntry> => ({ listed: one, wants: await wantsOf(one, path, files) }),
    ),
  );
}

/** Only what a project brings along has to be accepted, and only what is loaded by its name. */
async function wantsOf(
  { name, source, hiddenBy }: ListedCommandFile,
  path: string,
  files: CommandFileRegistry,
): Promise<NamedCommandFile | undefined> {
  if (hiddenBy !== undefined || source === 'own' || source === 'shipped') return undefined;
  const found = await files.find(path, name);
  if (found === undefined || found === 'too-large') return undefined;
  return preApprovedBy(found.allowedTools).length === 0 ? undefined : found;
}

function Commands({
  entries,
  place,
}: {
  readonly entries: readonly CommandEntry[];
  readonly place: CommandTrustContext;
}) {
  return (
    <TrustList
      id="commands"
      page={PAGE}
      place={place}
      rows={entries.map((entry) => <Row entry={entry} place={place} />)}
      asks={entries.some(({ wants }) => wants !== undefined)}
    />
  );
}

function Row({ entry, place }: EntryProps) {
  const { listed, wants } = entry;
  const { clean } = place.request;
  const { name, description, argumentHint } = listed;
  return (
    <li>
      <code>{clean(`/${name} ${argumentHint}`.trim())}</code>
      <Standing entry={entry} place={place} />
      {description === '' ? null : (
        <span class="meta">
          <span>{clean(description)}</span>
        </span>
      )}
      <Where entry={entry} place={place} />
      {wants === undefined ? null : <Trust file={wants} place={place} />}
    </li>
  );
}

interface EntryProps {
  readonly entry: CommandEntry;
  readonly place: CommandTrustContext;
}

function Standing({ entry: { listed, wants }, place: { request, project, parts } }: EntryProps) {
  const { page } = commandFileTexts(request.texts);
  if (wants === undefined) return <Badge tone="calm">{page.source[listed.source]}</Badge>;
  const { name, path, hash } = wants;
  const isAccepted = parts.store.trust.isAccepted({ workspace: project.path, name, path, hash });
  return <Badge tone={isAccepted ? 'good' : 'asks'}>{page.trust[isAccepted ? 'accepted' : 'asks']}</Badge>;
}

function Where({ entry: { listed, wants }, place: { request } }: EntryProps) {
  const { texts, clean, visitor } = request;
  const { page } = commandFileTexts(texts);
  const { source, plugin, path, hiddenBy } = listed;
  // Only an owner sees places outside of the project.
  const isShown = visitor.role === 'owner' || source === 'workspace' || source === 'plugin';
  return (
    <span class="meta">
      {wants === undefined ? null : <span>{page.source[source]}</span>}
      {source === 'plugin' && plugin !== undefined ? <span>{clean(plugin)}</span> : null}
      {isShown ? <code>{clean(path)}</code> : null}
      {hiddenBy === undefined || !isShown ? null : <span>{page.hidden(clean(hiddenBy))}</span>}
    </span>
  );
}

/** The next step in the chat: what it would no longer ask about, a yes to that, or an end of it. */
function Trust({ file, place }: { readonly file: NamedCommandFile; readonly place: CommandTrustContext }) {
  const { chat, project, request, parts } = place;
  const context = chat && { workspace: project.path, sender: chat.sender, nowMs: request.nowMs };
  return (
    <WantsToAskLess
      page={PAGE}
      place={place}
      name={file.name}
      label={commandFileTexts(request.texts).page.wants}
      calls={preApprovedBy(file.allowedTools)}
      step={context && trustStep(trustedCommandFile(file, context), parts.store.trust)}
    />
  );
}
