import type { Migration } from '../../kit/migrate.ts'
import { library0001 } from './0001-library.ts'
import { library0002 } from './0002-tags.ts'
import { library0003 } from './0003-trash.ts'
import { library0005 } from './0005-folders.ts'
import { library0006 } from './0006-search.ts'
import { library0007 } from './0007-keys.ts'
import { library0008 } from './0008-annotation-jobs.ts'
import { library0009 } from './0009-workflows.ts'
import { library0010 } from './0010-zip-uploads.ts'
import { library0011 } from './0011-class-counts.ts'
import { library0017 } from './0017-skeletons.ts'

/** Every layout of `library.db`, oldest first. */
export const LIBRARY_MIGRATIONS: readonly Migration[] = [
  library0001,
  library0002,
  library0003,
  library0005,
  library0006,
  library0007,
  library0008,
  library0009,
  library0010,
  library0011,
  library0017,
]
