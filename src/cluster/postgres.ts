import postgres from 'pg';
import { PgBoss as Boss } from 'pg-boss';

/** What is used of the client of PostgreSQL and of pg-boss: built apart, and read by a front or a cell, by nothing else. */
export const Client = postgres.Client;
export const Pool = postgres.Pool;
export const PgBoss = Boss;
