import type { Migration } from '../../kit/migrate.ts'
import { library0001 } from './0001-library.ts'

/** Every layout of `library.db`, oldest first. */
export const LIBRARY_MIGRATIONS: readonly Migration[] = [library0001]
