import type { Migration } from '../../kit/migrate.ts'
import { library0001 } from './0001-library.ts'
import { library0002 } from './0002-tags.ts'
import { library0006 } from './0006-search.ts'

/** Every layout of `library.db`, oldest first. */
export const LIBRARY_MIGRATIONS: readonly Migration[] = [library0001, library0002, library0006]
