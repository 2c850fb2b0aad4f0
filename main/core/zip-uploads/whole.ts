import { importDataset } from '../datasets/import/import.ts'
import { picturesOf } from '../datasets/recognise.ts'
import type { KnownPictures } from '../datasets/staging-ports.ts'
import { zipFiles } from '../datasets/zip-files.ts'
import type { Random } from '../ports.ts'
import type { ProjectRepository } from '../projects/ports.ts'
import type { TaskContext } from '../tasks/ports.ts'
import type { ZipImport, ZipImportSources } from './import.ts'
import { otherFormats } from './other-formats.ts'
import { isMixed } from './rules.ts'

export interface WholeImportSources extends ZipImportSources {
  readonly known: KnownPictures
  readonly projects: ProjectRepository
  readonly random: Random
}

/** Imports an archive as a data set of one format, or of none; false, and nothing done, where it mixes several. */
export async function importWhole(
  sources: WholeImportSources,
  { zip, plan, project, tagging, split, batch: batchName, reading }: Omit<ZipImport, 'existing' | 'memory'>,
  context: TaskContext,
): Promise<boolean> {
  const reader = await reading.reader()
  const candidates = await reader.recognise(project.type)
  if (isMixed(plan, candidates)) return false
  const [chosen] = candidates
  const files = zipFiles(zip)
  const [pictures, known] = [picturesOf(files, candidates), await sources.known.of(project.id, context.taskId)]
  const wish = { batchName, labelled: 'keep', splits: 'dataset' } as const
  const expected = pictures.length
  const described = behind(reader.read(chosen), otherFormats(chosen, candidates))
  const existing = (await sources.projects.classes(project.id)).map(({ name }) => name)
  const into = { project, files, pictures, described, known, existing, expected, wish, split, tagging }
  await importDataset(sources, into, context)
  return true
}

async function* behind<Finding>(findings: AsyncIterable<Finding>, notes: readonly Finding[]): AsyncGenerator<Finding> {
  yield* findings
  yield* notes
}
