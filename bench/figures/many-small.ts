import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { BlobHash, type ProjectSlug } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'
import { untilEnded } from '#test/kit/tasks'
import { copyBare } from '../kit/bare-copy.ts'
import { type BenchStation, flush, type Ground, settleDisk } from '../kit/ground.ts'
import { inLanes } from '../kit/lanes.ts'
import { newProject, PAGE_LANES } from '../kit/project.ts'
import { alternate, rateOf, timeOf } from '../kit/rounds.ts'
import { importDataset } from '../kit/send-dataset.ts'
import { makeSmallImages, SMALL, type SmallImages } from '../kit/small-images.ts'
import { unpack } from '../kit/unpack.ts'
import { type Row, rateRow } from '../table.ts'

/** Writes only the JPEG files of a version. */
const SETTINGS: VersionSettings = { preprocessing: { 'auto-orient': true }, augmentation: {} }

/**
 * Measures many small images with many boxes, where the cost of an image is mostly not its pixels. One dataset is
 * imported, made into a version and exported, each against the bare loop that large photographs have.
 */
export async function manySmall(ground: Ground): Promise<Row[]> {
  const small = await makeSmallImages(await ground.folderFor('small'))
  const library = await ground.folderFor('small-library')
  const station = await ground.start(library)
  const project = await newProject(station, 'Small')
  const imported = await importRow(ground, { station, project, small })
  const generated = await versionRow(ground, { station, project, small })
  const peakBytes = await station.end()
  // A separate process, so that its peak memory is that of exporting.
  const exporter = await ground.start(library)
  const exported = await exportRow(ground, { station: exporter, project, library })
  const exportPeak = await exporter.end()
  return [...[imported, generated].map((row) => ({ ...row, peakBytes })), { ...exported, peakBytes: exportPeak }]
}

interface Given {
  readonly station: BenchStation
  readonly project: ProjectSlug
  readonly small: SmallImages
}

async function importRow(ground: Ground, { station, project, small }: Given): Promise<Row> {
  const bare = await ground.folderFor('small-bare')
  const half = SMALL.images / 2
  const copyMs = async (paths: readonly string[]) => {
    await settleDisk()
    return timeOf(() => inLanes(PAGE_LANES, paths, (path) => copyBare(path, bare)))
  }
  // A dataset is imported only once, so half of the limit is measured before it and half after it, because the
  // computer's speed varies.
  const before = await copyMs(small.paths.slice(0, half))
  await settleDisk()
  const ours = await rateOf(SMALL.images, () => importDataset(station, project, small))
  const after = await copyMs(small.paths.slice(half))
  const limit = SMALL.images / ((before + after) / 1000)
  const boxes = SMALL.images * SMALL.boxesEach
  const name = `import of ${SMALL.images} small images, ${boxes} boxes`
  return rateRow({ name, unit: 'images/s' }, [{ ours, limit }], { target: 0.7 })
}

async function versionRow(ground: Ground, { station, project, small }: Given): Promise<Row> {
  const bare = await ground.folderFor('small-version-bare')
  await settleDisk()
  const ours = await rateOf(SMALL.images, async () => {
    const { taskId } = await station.studio.versions.start({
      project,
      name: '',
      settings: SETTINGS,
      seed: '5'.repeat(32),
    })
    const { status, error } = await untilEnded(station.studio, taskId)
    if (status !== 'completed') throw new Error(`The version failed: ${error?.english ?? ''}`)
  })
  await settleDisk()
  const limit = await rateOf(SMALL.images, () =>
    inLanes(availableParallelism(), small.paths, async (path) => {
      const { data, info } = await sharp(path).autoOrient().raw().toBuffer({ resolveWithObject: true })
      const { width, height, channels } = info
      await sharp(data, { raw: { width, height, channels } })
        .jpeg({ quality: 90 })
        .toFile(join(bare, basename(path)))
    }),
  )
  const name = `version of ${SMALL.images} small images`
  return rateRow({ name, unit: 'images/s' }, [{ ours, limit }], { target: 0.7 })
}

/** Formats with nearly the same files, none of which has an archive yet. */
const FORMATS = ['yolov5', 'yolov7', 'yolov9', 'yolov10'] as const

async function exportRow(
  ground: Ground,
  { station, project, library }: Omit<Given, 'small'> & { readonly library: string },
): Promise<Row> {
  const files = await ground.folderFor('small-files')
  const target = join(await ground.folderFor('small-zip'), 'limit.zip')
  const made = await makeArchive(station, project, 'yolov8')
  await mkdir(files, { recursive: true })
  await unpack(join(library, 'blobs', made.slice(0, 2), made), files)

  async function ours(round: number) {
    await settleDisk()
    return rateOf(SMALL.images, () => makeArchive(station, project, FORMATS[round] ?? 'yolov8'))
  }
  async function limit() {
    await rm(target, { force: true })
    await settleDisk()
    return rateOf(SMALL.images, async () => {
      await promisify(execFile)('zip', ['-0', '-q', '-r', target, '.'], { cwd: files })
      await flush(target)
    })
  }

  const rounds = await alternate(FORMATS.length, ours, limit)
  const name = `export of ${SMALL.images} small images`
  return rateRow({ name, unit: 'images/s', note: 'limit: zip -0' }, rounds, { target: 0.5 })
}

async function makeArchive({ studio }: BenchStation, project: ProjectSlug, format: string): Promise<BlobHash> {
  const { taskId } = await studio.exports.start({ project, version: 1, format })
  const { status, result, error } = await untilEnded(studio, taskId)
  if (status !== 'completed') throw new Error(`The export failed: ${error?.english ?? ''}`)
  return BlobHash.parse(result?.['sha256'])
}
