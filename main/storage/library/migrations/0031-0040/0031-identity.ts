import { IDENTITY_TABLE } from '../../../kit/identity/table.ts'
import type { Migration } from '../../../kit/migrate.ts'

/** The database says which library it is, and how far it has come. */
export const library0031: Migration = { version: 31, title: 'identity', sql: IDENTITY_TABLE }
