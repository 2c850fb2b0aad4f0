import { z } from 'zod'
import { NamedAttribute } from '#common/annotation/named/attribute'
import { DatasetWish } from '#common/contract/datasets'
import { ClassName } from '#common/contract/projects'
import { refusal } from '#common/errors'
import { type ProjectId, ProjectSlug, TaskId, WorkspaceSlug } from '#common/ids'
import { keyed } from '#common/json/keyed'
import { Refused, type TaskContext, type TaskResult, type TaskWork } from '../../../tasks/ports.ts'
import type { HeldDatasets } from '../held.ts'
import { DatasetFileError } from '../ports.ts'
import type { DatasetReader, DatasetReaders } from '../reader-ports.ts'
import { imagesOf } from '../recognise.ts'
import type { DatasetStaging, KnownImages } from '../staging-ports.ts'
import { importDataset, newClass } from './import.ts'
import type { ImportSources } from './sources.ts'

/** All that an import needs to go on after a crash. */
export const ImportInput = z.object({
  workspace: z.object({ row: z.int(), slug: WorkspaceSlug, name: z.string() }),
  project: ProjectSlug,
  dataset: TaskId,
  format: z.string().nullable(),
  /** Images that the check found. */
  expected: z.int(),
  /** Names of classes to make first, so that they stand in the order and the colors that the check showed. */
  classes: z.array(ClassName),
  /** Attributes of objects that their classes do not have yet, by the names of the classes. */
  attributes: keyed(z.array(NamedAttribute)).default({}),
  wish: DatasetWish,
})
export type ImportInput = z.infer<typeof ImportInput>

export interface ImportWorkSources extends ImportSources {
  readonly staging: DatasetStaging
  readonly readers: DatasetReaders
  readonly known: KnownImages
}

/** The import of a checked dataset, which goes on after a crash; its files are taken away when it has ended in any way. */
export function importWork(sources: ImportWorkSources, held: HeldDatasets): TaskWork {
  const { staging, readers, known, projects, imports, random } = sources
  const letGo = (input: unknown) => held.forget(ImportInput.parse(input).dataset)

  /** An earlier run of the same import may have made its classes. */
  async function classesBefore(project: ProjectId, made: readonly string[]): Promise<readonly string[]> {
    const names = (await projects.classes(project)).map(({ name }) => name)
    return names.filter((name) => !made.includes(name))
  }

  async function run(input: unknown, context: TaskContext): Promise<TaskResult> {
    const { workspace, project: slug, dataset, format, expected, classes, wish, ...rest } = ImportInput.parse(input)
    const project = await projects.find(workspace, slug)
    if (project === undefined) throw new Refused(refusal('project-gone', { slug }))
    const opened = await staging.read(dataset)
    if (!opened.ok) throw new Refused(opened.error)
    const files = opened.value
    let reader: DatasetReader | undefined
    try {
      const attributes = new Map(Object.entries(rest.attributes))
      const existing = await classesBefore(project.id, classes)
      const wanted = classes.map((name) => newClass({ name, asked: attributes.get(name) }, random))
      if (wanted.length > 0) await projects.ensureClasses(project.id, wanted)
      reader = await readers.open(staging.place(dataset), context.signal)
      const candidates = await reader.recognise(project.type, held.recognised(dataset, project.type))
      const chosen = candidates.find(({ importer }) => importer.id === format)
      const images = imagesOf(files, candidates)
      const into = {
        project,
        files,
        images,
        // Where no format reads the files, their faults are all there is to read.
        described: chosen || candidates.length === 0 ? reader.read(chosen) : undefined,
        existing,
        known: await known.of(project.id, context.taskId),
        expected,
        wish,
        attributes,
      }
      await importDataset(sources, into, context)
    } catch (failure) {
      throw failure instanceof DatasetFileError ? new Refused(failure.refusal) : failure
    } finally {
      reader?.release()
      await files.close()
    }
    const { taskId } = context
    const [counts, annotated] = await Promise.all([imports.counts(taskId), imports.annotated(taskId)])
    return { ...counts, annotated, project: slug }
  }

  return { kind: 'dataset-import', afterCrash: 'resume', run, abandon: letGo, settle: letGo }
}
