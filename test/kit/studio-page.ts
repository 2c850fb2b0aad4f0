import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ProjectSlug, TaskId } from '#common/ids'
import { openPage } from './chromium.ts'
import { removeFolder } from './remove-folder.ts'
import { photo, type StationProcess, startStation } from './station-process.ts'

/** A station with only its studio, and a browser page of 1280 × 800 to show it. */
export interface StudioPage {
  readonly station: StationProcess
  readonly page: Page
  /** The library's database, for rows that need no pixels. */
  readonly database: string
  close(): Promise<void>
}

export async function openStudioPage(flags: readonly string[] = []): Promise<StudioPage> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  const station = await startStation(join(folder, 'library'), ['--only', 'studio', ...flags])
  const page = await openPage()
  return {
    station,
    page,
    database: join(folder, 'library', 'library.db'),
    async close() {
      await page.context().close()
      await station.kill()
      await removeFolder(folder)
    },
  }
}

export interface NamedImage {
  readonly name: string
  readonly bytes: Uint8Array
}

interface Arrival {
  readonly project: ProjectSlug
  readonly batch: string
}

/** Adds images to a project in one batch. */
export async function addImages(
  { studio, sendFile }: StationProcess,
  { project, batch }: Arrival,
  images: readonly NamedImage[],
): Promise<{ readonly taskId: TaskId }> {
  const { taskId } = await studio.imports.start({ project, batchName: batch, expected: images.length })
  for (const { name, bytes } of images) await sendFile(taskId, name, bytes)
  await studio.imports.finish({ taskId })
  return { taskId }
}

/** Makes the project "Cups" with two photographs, and the empty project "Boats". */
export async function addCupsAndBoats(station: StationProcess): Promise<ProjectSlug> {
  const { slug: project } = await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  await station.studio.projects.create({ name: 'Boats', type: 'object-detection' })
  const names = ['coffee.jpg', 'coins.png']
  const images = await Promise.all(names.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, images)
  return project
}
