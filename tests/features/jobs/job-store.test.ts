import { expect, test } from 'vitest';
import type { ConversationId, InstanceId } from '../../../src/core/ids.ts';
import type { JobStore, NewJob } from '../../../src/features/jobs/job.ts';
import { storeWithSession } from '../../store/store-file.ts';
import { jobsIn } from '../../support/jobs.ts';
import { sessionRecord } from '../../support/session-record.ts';

const SESSION = sessionRecord().id;
const NEW: NewJob = {
  conversation: 'phone:ana' as ConversationId,
  owner: 'ana',
  locale: 'en',
  workspace: '/projects/shop',
  source: 'request',
  request: 'count',
  messageId: 'M1',
  createdAtMs: 100,
  instance: 'one' as InstanceId,
};
const PLAN = { text: '{}', hash: 'h', atMs: 200 };

/** What each change says, and the state after all of them. */
function after(...steps: readonly ((jobs: JobStore, id: ReturnType<JobStore['add']>) => boolean)[]) {
  const jobs = jobsIn(storeWithSession());
  const id = jobs.add(NEW);
  return [...steps.map((step) => step(jobs, id)), jobs.get(id)?.state];
}

const plan = (jobs: JobStore, id: ReturnType<JobStore['add']>) => jobs.setPlan(id, PLAN);
const refuse = (jobs: JobStore, id: ReturnType<JobStore['add']>) => jobs.refuse(id);
const cancel = (jobs: JobStore, id: ReturnType<JobStore['add']>) => jobs.cancel(id);
const begin = (jobs: JobStore, id: ReturnType<JobStore['add']>) => jobs.begin(id, SESSION, undefined);

test.each([
  ['is run after it was planned', [plan, begin], [true, true, 'started']],
  ['is not run before', [begin], [false, 'planning']],
  ['is not run once it was given up', [plan, cancel, begin], [true, true, false, 'cancelled']],
  ['is not planned once it was given up', [cancel, plan], [true, false, 'cancelled']],
  ['is not run once it was refused', [refuse, begin, cancel], [true, false, false, 'refused']],
  ['is not given up once it was run', [plan, begin, cancel], [true, true, false, 'started']],
  ['is run again in another session', [plan, begin, begin], [true, true, true, 'started']],
] as const)('a job %s', (_, steps, expected) => {
  expect(after(...steps)).toEqual(expected);
});

test('what a job is asked, shows and costs is kept, and found by its message and in its chat', () => {
  const jobs = jobsIn(storeWithSession());
  const id = jobs.add(NEW);
  jobs.addCost(id, 5);
  jobs.addCost(id, 7);
  jobs.setPlan(id, PLAN);
  jobs.begin(id, SESSION, '{"a":1}');
  const { instance: _, ...asked } = NEW;
  const kept = {
    ...asked,
    id,
    state: 'started',
    plan: PLAN,
    outputs: '{"a":1}',
    session: SESSION,
    costMicroUsd: 12,
  };
  expect([jobs.findByMessage(NEW.conversation, 'M1'), jobs.listOfChat(NEW.conversation, 5)]).toEqual([
    kept,
    [kept],
  ]);
});

test('jobs of long ago are forgotten, but none that is planned or runs', () => {
  const store = storeWithSession();
  const { sessions } = store;
  const jobs = jobsIn(store);
  const [planning, planned, running] = [jobs.add(NEW), jobs.add(NEW), jobs.add(NEW)];
  const young = jobs.add({ ...NEW, createdAtMs: 1000 });
  for (const id of [planned, running, young]) jobs.setPlan(id, PLAN);
  sessions.update(SESSION, { state: { status: 'running' }, atMs: 1 });
  jobs.begin(running, SESSION, undefined);
  const first = jobs.forget(500, 10);
  sessions.update(SESSION, { state: { status: 'done' }, atMs: 2 });
  expect([
    first,
    jobs.forget(500, 10),
    ...[planning, planned, running, young].map((id) => jobs.get(id)?.state),
  ]).toEqual([1, 1, 'planning', undefined, undefined, 'planned']);
});
