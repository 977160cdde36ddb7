import './zod-as-started.ts';
import { beforeEach, expect } from 'vitest';
import { NO_TIME } from './level.ts';
import { PARTS, partOf } from './parts.ts';
import { startFromSmallProcess } from './program-starter.ts';
import { putTemporaryFiles } from './test-data.ts';

/** After it no test begins: seconds since 1970. Where it is empty, a run has all the time that it needs. */
const UNTIL_S = Number(process.env.WASAP_TESTS_UNTIL || Number.POSITIVE_INFINITY);

// Files of several parts follow each other in one process.
putTemporaryFiles(PARTS[partOf(expect.getState().testPath ?? '')]?.isInMemory ? 'in memory' : 'on the disk');

// A file may have set it otherwise, or closed a program in this process.
startFromSmallProcess();

beforeEach(({ skip }) => skip(Date.now() > UNTIL_S * 1000, NO_TIME));
