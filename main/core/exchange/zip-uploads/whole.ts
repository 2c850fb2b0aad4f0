import type { ProjectRepository } from '../../dataset/projects/ports.ts'
import type { Random } from '../../ports.ts'
import type { TaskContext } from '../../tasks/ports.ts'
import { importDataset } from '../datasets/import/import.ts'
import { type Candidate, imagesOf } from '../datasets/recognise.ts'
import type { KnownImages } from '../datasets/staging-ports.ts'
import { zipFiles } from '../datasets/zip-files.ts'
import type { ZipImport, ZipImportSources } from './import.ts'
import { otherFormats } from './other-formats.ts'

export interface WholeImportSources extends ZipImportSources {
  readonly known: KnownImages
  readonly projects: ProjectRepository
  readonly random: Random
}

export interface WholeImport extends Omit<ZipImport, 'existing' | 'memory'> {
  readonly candidates: readonly Candidate[]
}

/** Imports an archive as a dataset of one format, or of none. */
export async function importWhole(
  sources: WholeImportSources,
  { zip, candidates, project, tagging, split, batch: batchName, reading }: WholeImport,
  context: TaskContext,
): Promise<void> {
  const reader = await reading.reader()
  const [chosen] = candidates
  const files = zipFiles(zip)
  const [images, known] = [imagesOf(files, candidates), await sources.known.of(project.id, context.taskId)]
  const wish = { batchName, labelled: 'keep', splits: 'dataset' } as const
  const expected = images.length
  const described = behind(reader.read(chosen), otherFormats(chosen, candidates))
  const existing = (await sources.projects.classes(project.id)).map(({ name }) => name)
  const into = { project, files, images, described, known, existing, expected, wish, split, tagging }
  await importDataset(sources, into, context)
}

async function* behind<Finding>(findings: AsyncIterable<Finding>, notes: readonly Finding[]): AsyncGenerator<Finding> {
  yield* findings
  yield* notes
}
