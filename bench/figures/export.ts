import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { ZipFile } from 'yazl'
import { BlobHash, type ProjectSlug } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'
import type { StationProcess } from '#test/kit/station-process'
import { untilEnded } from '#test/kit/tasks'
import { type BenchStation, flush, type Ground, settleDisk } from '../kit/ground.ts'
import { bringIn, label, newProject } from '../kit/project.ts'
import { alternate, rateOf } from '../kit/rounds.ts'
import { unpack } from '../kit/unpack.ts'
import { type Row, rateRow } from '../table.ts'

const ROUNDS = 4

/** Images keep their size, so that few of them make an archive of over 500 MB. */
const SETTINGS: VersionSettings = {
  preprocessing: { 'auto-orient': true },
  augmentation: {
    flip: { horizontal: true, vertical: true },
    brightness: { brighten: true, darken: true, percent: 20 },
    image: { versions: 4 },
  },
}

/**
 * Measures the archive of a version, against an archiver that only stores the same files. Both must be flushed at the
 * end.
 */
export async function exporting(ground: Ground): Promise<Row[]> {
  const { large } = await ground.photographs()
  const library = await ground.folderFor('export')
  const project = await makeVersion(await ground.start(library), large)
  // A separate process, so that its peak memory is that of exporting.
  const station = await ground.start(library)
  const files = await ground.folderFor('export-files')
  const first = await make(station, project)
  const contents = await unpack(pathOf(library, first.hash), files)
  const target = join(await ground.folderFor('export-limit'), 'limit.zip')
  const isZipThere = await hasZip()

  async function ours() {
    forget(library)
    await rm(pathOf(library, first.hash))
    await settleDisk()
    return rateOf(first.bytes / 1e6, () => make(station, project))
  }
  async function limit() {
    await rm(target, { force: true })
    await settleDisk()
    return rateOf(first.bytes / 1e6, async () => {
      await (isZipThere ? storeWithZip(files, target) : storeWithYazl(files, contents, target))
      await flush(target)
    })
  }

  const rounds = await alternate(ROUNDS, ours, limit)
  const note = isZipThere ? 'limit: zip -0' : 'limit: yazl without compression; there is no zip here'
  const named = { name: `export of ${Math.round(first.bytes / 1e6)} MB`, unit: 'MB/s', note }
  return [rateRow({ ...named, peakBytes: await station.end() }, rounds, { target: 0.8 })]
}

async function makeVersion(station: BenchStation, paths: readonly string[]): Promise<ProjectSlug> {
  const project = await newProject(station, 'Export')
  await label(station, project, await bringIn(station, project, paths))
  const request = { project, name: '', settings: SETTINGS, seed: '5'.repeat(32) }
  const { taskId } = await station.studio.versions.start(request)
  const { status, error } = await untilEnded(station.studio, taskId)
  if (status !== 'completed') throw new Error(`The version failed: ${error?.english ?? ''}`)
  await station.end()
  return project
}

async function make({ studio }: StationProcess, project: ProjectSlug): Promise<{ hash: BlobHash; bytes: number }> {
  const { taskId } = await studio.exports.start({ project, version: 1, format: 'yolov8' })
  const { status, result, error } = await untilEnded(studio, taskId)
  if (status !== 'completed') throw new Error(`The export failed: ${error?.english ?? ''}`)
  return { hash: BlobHash.parse(result?.['sha256']), bytes: Number(result?.['bytes']) }
}

/** Deletes the archive's row, because an archive is made only once per version and format. */
function forget(library: string) {
  const db = new Database(join(library, 'library.db'))
  db.exec('DELETE FROM export')
  db.close()
}

function pathOf(library: string, hash: BlobHash): string {
  return join(library, 'blobs', hash.slice(0, 2), hash)
}

async function hasZip(): Promise<boolean> {
  return promisify(execFile)('zip', ['-v']).then(
    () => true,
    () => false,
  )
}

async function storeWithZip(folder: string, target: string) {
  await promisify(execFile)('zip', ['-0', '-q', '-r', target, '.'], { cwd: folder })
}

async function storeWithYazl(folder: string, names: readonly string[], target: string) {
  const zip = new ZipFile()
  const written = zip.outputStream.pipe(createWriteStream(target))
  for (const name of names) zip.addFile(join(folder, name), name, { compress: false })
  zip.end()
  await finished(written)
}
