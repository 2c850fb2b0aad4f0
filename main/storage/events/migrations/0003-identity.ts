import { IDENTITY_TABLE } from '../../kit/identity/table.ts'
import type { Migration } from '../../kit/migrate.ts'

/** Adds the identity and revision of the event store to the database. */
export const events0003: Migration = { version: 3, title: 'identity', sql: IDENTITY_TABLE }
