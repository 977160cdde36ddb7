import { beforeEach } from 'vitest';
import { NO_TIME } from './level.ts';

/** After it no test begins: seconds since 1970. Where it is empty, a run has all the time that it needs. */
const UNTIL_S = Number(process.env.WASAP_TESTS_UNTIL || Number.POSITIVE_INFINITY);

beforeEach(({ skip }) => skip(Date.now() > UNTIL_S * 1000, NO_TIME));
