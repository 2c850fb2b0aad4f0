import type { Migration } from '../../kit/migrate.ts'
import { library0001 } from './0001-0010/0001-library.ts'
import { library0002 } from './0001-0010/0002-tags.ts'
import { library0003 } from './0001-0010/0003-trash.ts'
import { library0005 } from './0001-0010/0005-folders.ts'
import { library0006 } from './0001-0010/0006-search.ts'
import { library0007 } from './0001-0010/0007-keys.ts'
import { library0008 } from './0001-0010/0008-annotation-jobs.ts'
import { library0009 } from './0001-0010/0009-workflows.ts'
import { library0010 } from './0001-0010/0010-zip-uploads.ts'
import { library0011 } from './0011-0020/0011-class-counts.ts'
import { library0012 } from './0011-0020/0012-catalog.ts'
import { library0013 } from './0011-0020/0013-exports-keys-models.ts'
import { library0014 } from './0011-0020/0014-fetched-imports.ts'
import { library0016 } from './0011-0020/0016-proposals.ts'
import { library0017 } from './0011-0020/0017-skeletons.ts'
import { library0018 } from './0011-0020/0018-version-parts.ts'
import { library0020 } from './0011-0020/0020-version-manifests.ts'
import { library0021 } from './0021-0030/0021-operations.ts'
import { library0022 } from './0021-0030/0022-browse.ts'
import { library0023 } from './0021-0030/0023-marks.ts'
import { library0024 } from './0021-0030/0024-classes.ts'
import { library0025 } from './0021-0030/0025-review.ts'
import { library0027 } from './0021-0030/0027-tag-counts.ts'
import { library0029 } from './0021-0030/0029-said.ts'
import { library0030 } from './0021-0030/0030-edited-comments.ts'
import { library0031 } from './0031-0040/0031-identity.ts'
import { library0033 } from './0031-0040/0033-task-attempts.ts'
import { library0034 } from './0031-0040/0034-workflow-tokens.ts'
import { library0035 } from './0031-0040/0035-composed-names.ts'
import { library0036 } from './0031-0040/0036-version-rows.ts'
import { library0037 } from './0031-0040/0037-changed.ts'
import { library0038 } from './0031-0040/0038-import-marks.ts'
import { library0039 } from './0031-0040/0039-report-reasons.ts'
import { library0040 } from './0031-0040/0040-edit-names.ts'

/**
 * Every layout of `library.db`, oldest first. A new one is added at the end with a larger number: a number that is missing is never
 * filled, because libraries with a later layout would not run it.
 */
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
  library0012,
  library0013,
  library0014,
  library0016,
  library0017,
  library0018,
  library0020,
  library0021,
  library0022,
  library0023,
  library0024,
  library0025,
  library0027,
  library0029,
  library0030,
  library0031,
  library0033,
  library0034,
  library0035,
  library0036,
  library0037,
  library0038,
  library0039,
  library0040,
]
