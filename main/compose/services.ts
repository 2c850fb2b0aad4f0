import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type { BlobHash } from '#common/ids'
import { folderService } from '#core/access/folders/service'
import { keyService } from '#core/access/keys/service'
import { type AnnotationService, annotationService } from '#core/annotation/annotations/service'
import { commentService } from '#core/annotation/comments/service'
import { annotationJobService } from '#core/annotation/jobs/service'
import { type ProposalService, proposalService } from '#core/annotation/proposals/service'
import { sortingService } from '#core/annotation/sorting/service'
import { type BulkService, bulkService } from '#core/curation/bulk/service'
import { classService } from '#core/curation/classes/service'
import { splitService } from '#core/curation/splits/service'
import { transferService } from '#core/curation/transfers/service'
import { healthService } from '#core/dataset/health/service'
import { fetchService } from '#core/dataset/images/fetch-service'
import { importService } from '#core/dataset/images/import-service'
import { type ImageService, imageService } from '#core/dataset/images/service'
import { type ProjectService, projectService } from '#core/dataset/projects/service'
import { savedViewService } from '#core/dataset/saved-views/service'
import { searchService } from '#core/dataset/search/service'
import { similarService } from '#core/dataset/similar/service'
import { taggingService } from '#core/dataset/tagging/service'
import { triageService } from '#core/dataset/triage/service'
import { copyService } from '#core/exchange/catalog/copy-service'
import { publishService } from '#core/exchange/catalog/publish-service'
import { catalogService } from '#core/exchange/catalog/service'
import type { DatasetReaders } from '#core/exchange/datasets/reader-ports'
import { datasetService } from '#core/exchange/datasets/service'
import { searchExportService } from '#core/exchange/exports/search/service'
import { exportService } from '#core/exchange/exports/service'
import type { ZipImportSources } from '#core/exchange/zip-uploads/import'
import { zipUploadService } from '#core/exchange/zip-uploads/service'
import { sendService } from '#core/management/send/service'
import { modelService } from '#core/models/weights/service'
import { type TaskService, taskService } from '#core/tasks/service'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import { trashService } from '#core/trash/service'
import { versionDiffService } from '#core/versions/diff/service'
import { previewService } from '#core/versions/preview'
import { DEFAULT_COPIES_CAP } from '#core/versions/rules'
import { versionService } from '#core/versions/service'
import { workflowService } from '#core/workflows/service'
import { pauses } from '#formats/importers/kit/pauses'
import { namesFault } from '#formats/importers/kit/yolo/names-fault'
import { exportFileName } from '#formats/kit/file-names'
import { readSound } from '#storage/blobs/file-checks'
import { catalogPublisher } from '#storage/catalog/publisher'
import { exportWriter } from './exports/export-writer.ts'
import type { Foundation } from './foundation.ts'
import { fileAnnotator, importedAnnotations, predictionOfferer } from './labelling/labelling.ts'
import { modelServices } from './model-services.ts'

export type Services = ReturnType<typeof createServices>

/** Every service of the core, put together once. */
export function createServices(foundation: Foundation) {
  const { library, blobs, imageFiles, runner, notes, workspace, clock, random } = foundation
  const outside = { clock, random, notes }
  const projects = projectService({ projects: library.projects, ...outside })
  const search = searchService({ search: library.search, blobs, imageFiles, runner })
  const images = imageService({ images: library.images, blobs, imageFiles, alike: search.alike, ...outside })
  const looking = { images, cards: library.images, search: library.search, looks: search }
  const similar = similarService({ ...looking, breathe })
  const { bulk, classes, transfers } = bulkServices(foundation, { images, projects })
  const imports = importService({ imports: library.imports, images, runner })
  const annotations = annotationService({ annotations: library.annotations, images, ...outside })
  const proposals = proposalService({ proposals: library.proposals, images, ...outside })
  const dataset = datasetServices(foundation)
  const { splits, versions, exports } = dataset
  const upkeep = upkeepServices(foundation, bulk)
  const tasks = taskService({ tasks: library.tasks, runner })
  const searchExports = openSearchExports(foundation, tasks)
  const sources = { projects, images, annotations, openBlob: blobOpener(blobs) }
  const sends = sendService({ ...sources, remote: foundation.remote, workspace, tasks: library.tasks, runner })
  const { readAnnotations, readers } = foundation.foreign
  const labels = importedAnnotations(foundation.labelling, annotations)
  const labelling = { imports: library.imports, images, annotations: labels, readAnnotations, namesFault, readers }
  const zipUploads = openZipUploads(foundation, labelling)
  const datasets = openDatasets(foundation, labelling)
  const fetches = fetchService({ ...library, images, fetcher: foundation.fetcher, runner })
  const shared = catalogServices(foundation)
  const models = modelServices(foundation, { images, annotations, proposals })
  const working = [
    ...[models.modelLabels, bulk, transfers],
    ...[imports, zipUploads, fetches, splits, versions, exports, sends, search, searchExports],
    ...[upkeep.triage, upkeep.tagging, shared.copies, shared.publishing],
  ]
  for (const { work } of working) runner.register(work)
  for (const work of [...datasets.works, ...models.modelStore.works]) runner.register(work)
  const dealing = { zipUploads, datasets, tasks, sends, search, searchExports, random, fetcher: foundation.fetcher }
  const fromFiles = annotatingFiles(foundation, { annotations, proposals })
  const labelled = { annotations, ...talking(foundation, images), proposals, ...fromFiles, ...models }
  const rest = { ...labelled, ...dataset, ...upkeep, ...dealing, ...shared }
  return { workspace, projects, classes, images, bulk, transfers, similar, imports, fetches, ...rest }
}

/** Annotation files of programs and of models. */
function annotatingFiles(
  { library, labelling, foreign }: Foundation,
  { annotations, proposals }: { readonly annotations: AnnotationService; readonly proposals: ProposalService },
) {
  return {
    annotateFile: fileAnnotator(labelling, { annotations, projects: library.projects, foreign }),
    offerFile: predictionOfferer(labelling, { proposals, foreign }),
  }
}

function blobOpener(blobs: Foundation['blobs']) {
  return (blob: BlobHash) => readSound(blobs.pathOf(blob), blob)
}

/** Acts on very many images or labels at once. */
function bulkServices(
  { library, runner, notes, clock, random, logFailure }: Foundation,
  { images, projects }: { readonly images: ImageService; readonly projects: ProjectService },
) {
  const bulk = bulkService({ bulk: library.bulk, images, runner, breathe, clock, random, notes, logFailure })
  return {
    bulk,
    classes: classService({ classes: library.classes, projects, bulk, clock, notes }),
    transfers: transferService({ ...library, images, runner, clock, notes, breathe }),
  }
}

/** Comments on images, and bulk reviews. */
function talking({ library, clock, random, notes }: Foundation, images: ImageService) {
  const outside = { clock, random, notes }
  return {
    comments: commentService({ comments: library.comments, images, ...outside }),
    sorting: sortingService({ annotations: library.annotations, projects: library.projects, ...outside }),
  }
}

/** Services that keep a workspace in order: its keys, folders, jobs, tags, workflows and trash. */
function upkeepServices(foundation: Foundation, bulk: Pick<BulkService, 'review'>) {
  const { library, blobs, runner, notes, clock, time, random, trashDays = DEFAULT_TRASH_DAYS } = foundation
  const outside = { clock, random, notes }
  return {
    keys: keyService({ keys: library.keys, folders: library.folders, ...outside }),
    folders: folderService({ folders: library.folders, ...outside }),
    annotationJobs: annotationJobService({ jobs: library.annotationJobs, review: bulk.review, ...outside }),
    tagging: taggingService({ tagging: library.tagging, runner, notes }),
    health: healthService({ health: library.health, blobs, clock }),
    models: modelService({ models: library.models, blobs, clock, random }),
    savedViews: savedViewService({ savedViews: library.savedViews, ...outside }),
    workflows: workflowService({ workflows: library.workflows, ...outside }),
    triage: triageService({ triage: library.triage, runner, notes, breathe }),
    trash: trashService({ trash: library.trash, runner, clock: time, ages: time, notes, days: trashDays }),
  }
}

/** Services that turn annotated images into a dataset: splits, versions, exports. */
function datasetServices({ library, blobs, renderer, runner, notes, previews, workspace, ...rest }: Foundation) {
  const { clock, random, cores } = rest
  const splits = splitService({
    splits: library.splits,
    projects: library.projects,
    jobs: library.annotationJobs,
    runner,
    notes,
  })
  const rendering = { versions: library.versions, renderer, blobs, inFlight: cores, breathe }
  const versions = versionService({
    ...rendering,
    projects: library.projects,
    runner,
    clock,
    notes,
    copiesCap: DEFAULT_COPIES_CAP,
    imageName: ({ project, version, source, part, variant, extension }) => {
      const id = `${workspace.slug}/${project}/${version}`
      return exportFileName({ id }, { originalName: source.name, imageId: source.imageId, variant, part, extension })
    },
  })
  const versionPreviews = previewService({ ...rendering, projects: library.projects, clock, show: previews.show })
  const versionDiffs = versionDiffService({ diffs: library.versionDiffs, breathe })
  const exports = exportService({
    exports: library.exports,
    versions: library.versions,
    projects: library.projects,
    workspaces: library.workspaces,
    writer: exportWriter(blobs),
    blobs,
    runner,
    clock,
    random,
    notes,
  })
  return { splits, versions, versionPreviews, versionDiffs, exports }
}

/** The catalog, and copies of its projects. */
function catalogServices({ library, catalogFolders: folders, blobs, imageFiles, runner, notes, ...rest }: Foundation) {
  const { clock, random, cores: inFlight, labelling } = rest
  const { catalog, copies, search, imports, projects } = library
  // A copy is not to be seen before it is whole.
  const unseen = { clock, random, notes: { publish: () => undefined } }
  const images = imageService({ images: library.images, blobs, imageFiles, alike: async () => [], ...unseen })
  const few = annotationService({ annotations: library.annotations, images, ...unseen })
  const { weights, replaceUnseen: replace } = labelling
  const annotations = importedAnnotations({ weights, replace }, few)
  const sources = { folders, copies, imports, images, annotations, inFlight }
  return {
    catalog: catalogService({ catalog, folders, search, imageFiles }),
    copies: copyService({ ...sources, catalog, blobs, runner, clock, random, notes }),
    publishing: publishService({
      ...{ publisher: catalogPublisher(folders.paths), projects, search, blobs, runner, notes, inFlight },
      images: library.images,
      annotations: library.annotations,
    }),
  }
}

/** Archives of what a search found. */
function openSearchExports(foundation: Foundation, tasks: TaskService) {
  const { library, blobs, imageFiles, runner, clock, time: ages, random } = foundation
  return searchExportService({
    ...{ searchExports: library.searchExports, projects: library.projects, imports: library.imports },
    ...{ tasks, blobs, runner, clock, ages, random },
    writer: exportWriter(blobs),
    turner: imageFiles,
    imageName: (id, image) => exportFileName({ id }, { ...image, variant: 0 }),
  })
}

type ReadingSources = ZipImportSources & { readonly readers: DatasetReaders }

/** Data sets that are checked before anything of them is written. */
function openDatasets(foundation: Foundation, sources: ReadingSources) {
  const { library, staging, glancer, previews, runner, random, cores } = foundation
  const { known, projects, tasks } = library
  return datasetService({
    ...{ ...sources, staging, glancer, known, projects, tasks, runner, random },
    // An image waits most of its time for the disk.
    inFlight: 12 * cores,
    show: previews.show,
    breathe: pauses(),
  })
}

/** Data sets that come as one ZIP file over the management API. */
function openZipUploads(foundation: Foundation, sources: ReadingSources) {
  const { library, zips, runner, clock, random, cores } = foundation
  const { projects, tasks, known } = library
  return zipUploadService({
    ...{ ...sources, inbox: zips, known, projects, tasks, runner, clock, random, inFlight: 4 * cores },
    // A task that waits keeps no program from ending.
    sleepUntil: (moment, signal) =>
      sleep(Math.max(0, moment.getTime() - clock.now().getTime()), undefined, { signal, ref: false }),
  })
}
