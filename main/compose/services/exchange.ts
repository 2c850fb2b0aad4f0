import { setTimeout as sleep } from 'node:timers/promises'
import type { BlobHash } from '#common/ids'
import { datasetService } from '#core/exchange/datasets/service'
import { searchExportService } from '#core/exchange/exports/search/service'
import { exportService } from '#core/exchange/exports/service'
import { zipUploadService } from '#core/exchange/zip-uploads/service'
import { sendService } from '#core/management/send/service'
import type { TaskService } from '#core/tasks/service'
import { pauses } from '#formats/importers/kit/pauses'
import { namesFault } from '#formats/importers/kit/yolo/names-fault'
import { exportFileName } from '#formats/kit/file-names'
import { readSound } from '#storage/blobs/file-checks'
import type { Adapters } from '../adapters/adapters.ts'
import { exportWriter } from '../exports/export-writer.ts'
import { importedAnnotations } from '../labelling/labelling.ts'
import type { AnnotationServices } from './annotation.ts'
import type { DatasetServices } from './dataset.ts'

interface Exchanged extends Pick<DatasetServices, 'projects' | 'images'>, Pick<AnnotationServices, 'annotations'> {
  readonly tasks: TaskService
}

/** Datasets that come in, and exports and projects that go out. */
export function exchangeServices(adapters: Adapters, { projects, images, annotations, tasks }: Exchanged) {
  const { library, blobs, runner, workspace, remote } = adapters
  const reading = readingSources(adapters, { images, annotations })
  const datasets = openDatasets(adapters, reading)
  const zipUploads = openZipUploads(adapters, reading)
  const exports = openExports(adapters)
  const searchExports = openSearchExports(adapters, tasks)
  const openBlob = (blob: BlobHash) => readSound(blobs.pathOf(blob), blob)
  const sends = sendService({
    projects,
    images,
    annotations,
    openBlob,
    remote,
    workspace,
    tasks: library.tasks,
    runner,
  })
  for (const work of [zipUploads.work, exports.work, searchExports.work, sends.work, ...datasets.works])
    runner.register(work)
  return { datasets, zipUploads, exports, searchExports, sends }
}

/** Sources that read datasets and annotate their images. */
function readingSources(
  { foreign, labelling, library }: Adapters,
  { images, annotations }: Pick<Exchanged, 'images' | 'annotations'>,
) {
  const { readAnnotations, readers } = foreign
  return {
    imports: library.imports,
    images,
    annotations: importedAnnotations(labelling, annotations),
    readAnnotations,
    namesFault,
    readers,
  }
}

type ReadingSources = ReturnType<typeof readingSources>

/** Datasets that are checked before anything of them is written. */
function openDatasets(adapters: Adapters, reading: ReadingSources) {
  const { library, staging, glancer, previews, runner, random, cores } = adapters
  return datasetService({
    ...reading,
    staging,
    glancer,
    known: library.known,
    projects: library.projects,
    tasks: library.tasks,
    runner,
    random,
    // An image waits most of its time for the disk.
    inFlight: 12 * cores,
    show: previews.show,
    breathe: pauses(),
  })
}

/** Datasets that come as one ZIP file over the management API. */
function openZipUploads(adapters: Adapters, reading: ReadingSources) {
  const { library, zips, runner, clock, random, cores } = adapters
  return zipUploadService({
    ...reading,
    inbox: zips,
    known: library.known,
    projects: library.projects,
    tasks: library.tasks,
    runner,
    clock,
    random,
    inFlight: 4 * cores,
    // A task that waits keeps no program from ending.
    sleepUntil: (moment, signal) =>
      sleep(Math.max(0, moment.getTime() - clock.now().getTime()), undefined, { signal, ref: false }),
  })
}

/** Archives of versions, and of what a project holds. */
function openExports({ library, blobs, runner, clock, random, notes }: Adapters) {
  return exportService({
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
}

/** Archives of search results. */
function openSearchExports(adapters: Adapters, tasks: TaskService) {
  const { library, blobs, imageFiles, runner, clock, time, random } = adapters
  return searchExportService({
    searchExports: library.searchExports,
    projects: library.projects,
    imports: library.imports,
    tasks,
    blobs,
    runner,
    clock,
    ages: time,
    random,
    writer: exportWriter(blobs),
    turner: imageFiles,
    imageName: (id, image) => exportFileName({ id }, { ...image, variant: 0 }),
  })
}
