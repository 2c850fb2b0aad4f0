import { IDENTITY_TABLE } from '../../kit/identity/table.ts'
import type { Migration } from '../../kit/migrate.ts'

/** The database says which event store it is, and how far it has come. */
export const events0003: Migration = { version: 3, title: 'identity', sql: IDENTITY_TABLE }
