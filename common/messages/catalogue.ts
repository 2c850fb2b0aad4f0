import { ABSENT } from './plain/absent.ts'
import { ARCHIVE_FAULTS } from './plain/archive-faults.ts'
import { CATALOG_FAULTS } from './plain/catalog-faults.ts'
import { DATASET_NOTES } from './plain/dataset-notes.ts'
import { DATASET_TITLES } from './plain/dataset-titles.ts'
import { EDITS } from './plain/edits.ts'
import { EVENT_FAULTS } from './plain/event-faults.ts'
import { FETCH_FAULTS } from './plain/fetch-faults.ts'
import { FILE_FAULTS } from './plain/file-faults.ts'
import { IMAGE_FAULTS } from './plain/image-faults.ts'
import { IMPORTER_NOTES } from './plain/importer-notes.ts'
import { INPUT_FAULTS } from './plain/input-faults.ts'
import { ISSUES } from './plain/issues.ts'
import { KINDS } from './plain/kinds.ts'
import { LITERAL } from './plain/literal.ts'
import { MASK_NOTES } from './plain/mask-notes.ts'
import { ONNX_FAULTS } from './plain/onnx-faults.ts'
import { PLACES } from './plain/places.ts'
import { RECOGNITION } from './plain/recognition.ts'
import { REPORT_ROWS } from './plain/report-rows.ts'
import { SEARCH_FAULTS } from './plain/search-faults.ts'
import { STORES } from './plain/stores.ts'
import { ACCESS } from './refusals/access.ts'
import { ANNOTATION_FILES } from './refusals/annotation-files.ts'
import { ANNOTATION_FORMATS } from './refusals/annotation-formats.ts'
import { ANNOTATIONS } from './refusals/annotations.ts'
import { DATASETS } from './refusals/datasets.ts'
import { EVENTS } from './refusals/events.ts'
import { EXPORTS } from './refusals/exports.ts'
import { IMAGES } from './refusals/images.ts'
import { MODELS } from './refusals/models.ts'
import { PROJECTS } from './refusals/projects.ts'
import { REMOTES } from './refusals/remotes.ts'
import { REQUESTS } from './refusals/requests.ts'
import { SEARCH } from './refusals/search.ts'
import { TASKS } from './refusals/tasks.ts'
import { VERSIONS } from './refusals/versions.ts'
import { WORKFLOWS } from './refusals/workflows.ts'

/** Every code by which something is refused, with its reason and its English sentence. */
export const REFUSALS = {
  ...ANNOTATION_FORMATS,
  ...ANNOTATION_FILES,
  ...ACCESS,
  ...ANNOTATIONS,
  ...DATASETS,
  ...EVENTS,
  ...EXPORTS,
  ...IMAGES,
  ...MODELS,
  ...PROJECTS,
  ...REMOTES,
  ...REQUESTS,
  ...SEARCH,
  ...TASKS,
  ...VERSIONS,
  ...WORKFLOWS,
} as const

export type CatalogueCode = keyof typeof REFUSALS

/** Every other message, and the parts of messages, with the English. */
export const PLAIN = {
  ...EDITS,
  ...ISSUES,
  ...CATALOG_FAULTS,
  ...ONNX_FAULTS,
  ...RECOGNITION,
  ...INPUT_FAULTS,
  ...STORES,
  ...ARCHIVE_FAULTS,
  ...EVENT_FAULTS,
  ...ABSENT,
  ...FETCH_FAULTS,
  ...LITERAL,
  ...IMAGE_FAULTS,
  ...KINDS,
  ...SEARCH_FAULTS,
  ...FILE_FAULTS,
  ...PLACES,
  ...REPORT_ROWS,
  ...DATASET_NOTES,
  ...IMPORTER_NOTES,
  ...MASK_NOTES,
  ...DATASET_TITLES,
} as const

export type PlainCode = keyof typeof PLAIN

export function isRefusalCode(code: string): code is CatalogueCode {
  return Object.hasOwn(REFUSALS, code)
}

export function isPlainCode(code: string): code is PlainCode {
  return Object.hasOwn(PLAIN, code)
}
