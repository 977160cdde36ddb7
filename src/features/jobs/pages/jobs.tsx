import { basename } from 'node:path';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { VisitorChat } from '../../../gateway/people/console-visitors.ts';
import { personName } from '../../../gateway/people/person.ts';
import { ButtonForm, Card, Empty, Paging, portionOf, When } from '../../../web-server/ui.tsx';
import { jobName } from '../commands/job-text.ts';
import type { JobRecord } from '../job.ts';
import { jobTexts } from '../texts/texts.ts';
import { type JobPagesParts, savedJobMessage } from './job-commands.ts';
import { JobState } from './job-standing.tsx';

const PATH = '/jobs';
/** On one page; and of all, the newest. */
const MAX_SHOWN_PER_PAGE = 40;
const MAX_JOBS = 1000;
/** A saved job can be shown in any of so many chats. */
const MAX_CHATS_SHOWN = 4;

export interface JobListParts extends JobPagesParts {
  /** Names of saved jobs, read from the disk. */
  savedJobs(): readonly string[];
}

/** Jobs of all chats that this person may see, and those that are saved. */
export function jobsView(parts: JobListParts): WebView {
  return {
    async show(request) {
      return {
        title: jobTexts(request.texts).page.title,
        regions: [
          { name: 'jobs', body: <Jobs request={request} parts={parts} /> },
          { name: 'saved', body: <Saved request={request} parts={parts} /> },
        ],
      };
    },
    submit: (request, form) => savedJobMessage(request, form, parts),
  };
}

interface PartProps {
  readonly request: WebRequest;
  readonly parts: JobListParts;
}

function Jobs({ request, parts }: PartProps) {
  const { visitor, texts } = request;
  const { page } = jobTexts(texts);
  const found = parts.rows.listOfPerson(visitor.role === 'owner' ? undefined : visitor.sender, MAX_JOBS + 1);
  const jobs = found.slice(0, MAX_JOBS);
  const portion = portionOf(jobs, request, { name: 'page', size: MAX_SHOWN_PER_PAGE });
  return (
    <Card id="jobs" title={jobs.length === 1 ? page.one : page.count(String(jobs.length))}>
      {jobs.length === 0 ? (
        <Empty>
          {page.none}
          <code>{page.example}</code>
        </Empty>
      ) : (
        <ul class="rows">
          {portion.items.map((job) => (
            <Row job={job} request={request} parts={parts} />
          ))}
        </ul>
      )}
      <Paging portion={portion} name="page" path={PATH} request={request} />
      {found.length > MAX_JOBS ? <p class="meta">{page.leftOut(String(MAX_JOBS))}</p> : null}
    </Card>
  );
}

function Row({ job, request, parts }: PartProps & { readonly job: JobRecord }) {
  const { visitor, texts, clean } = request;
  const { page } = jobTexts(texts);
  const { id, owner, workspace, createdAtMs } = job;
  return (
    <li>
      <a href={`${PATH}/${id}`}>{clean(jobName(job))}</a>
      <JobState job={job} store={parts.store} texts={texts} />
      <span class="meta">
        <span>
          {page.facts.name}: <code>{id}</code>
        </span>
        <span>{clean(basename(workspace))}</span>
        {owner === visitor.sender ? null : <span>{personName(owner, texts)}</span>}
        <When atMs={createdAtMs} request={request} />
      </span>
    </li>
  );
}

function Saved({ request, parts }: PartProps) {
  const { texts, clean, visitor } = request;
  const { page } = jobTexts(texts);
  const saved = parts.savedJobs();
  if (saved.length === 0) return null;
  const chats = visitor.role === 'reader' ? [] : parts.visitors.chats(visitor).slice(0, MAX_CHATS_SHOWN);
  return (
    <Card id="saved" title={page.saved}>
      <ul class="rows">
        {saved.map((name) => (
          <li>
            <span>{clean(name)}</span>
            {chats.length === 0 ? null : (
              <ButtonForm
                action={PATH}
                label={page.showing(clean(name))}
                fields={{ saved: name }}
                buttons={chats.map((chat) => ({
                  name: 'chat',
                  value: chat.key,
                  label: labelFor(chat),
                  kind: 'plain',
                }))}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );

  function labelFor({ sender }: VisitorChat): string {
    return chats.length === 1 ? page.show : page.showTo(personName(sender, texts));
  }
}
