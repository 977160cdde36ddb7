import postgres from 'pg';
import { PgBoss as Boss } from 'pg-boss';

/**
 * The used parts of the PostgreSQL client and of pg-boss. The build puts them into a file of their own, which only
 * fronts and cells load.
 */
export const Client = postgres.Client;
export const Pool = postgres.Pool;
export const PgBoss = Boss;
