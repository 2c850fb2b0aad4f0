import type { ProjectType } from '#common/contract/projects'
import type { ExportVersion } from '#common/exports/model'
import type { Split } from '#common/split'
import { type ClassList, classList } from '../kit/class-names.ts'
import type { ExportFile, ExportSource, NamedImage } from '../kit/files.ts'
import { readmeFiles } from '../kit/readme.ts'

/** What becomes of polygons: `all` keeps them, `boxes` writes the boxes around them. */
export type Fidelity = 'all' | 'boxes'

/** What an exporter works with: a frozen version, its classes under their written names, and its pictures. */
export interface Dataset {
  readonly version: ExportVersion
  readonly classes: ClassList
  images(split: Split): AsyncIterable<NamedImage>
}

interface ExporterDefinition {
  /** The format identifier of the API. */
  readonly id: string
  /** The format's name for people. */
  readonly title: string
  /** What the format keeps, in one sentence. */
  readonly keeps: string
  /** The project types it serves. */
  readonly tasks: Readonly<Partial<Record<ProjectType, Fidelity>>>
  /** All files but the READMEs, in archive order: root files, then train, valid, test; in a folder by code unit. */
  files(dataset: Dataset): AsyncIterable<ExportFile>
  /** The first object of a picture as the files will spell it, for people to look at; empty when there is none. */
  record(image: NamedImage, dataset: Omit<Dataset, 'images'>): string
}

/** A dataset format: a value that turns a version into files. It knows nothing of archives, disks or tasks. */
export interface Exporter extends Omit<ExporterDefinition, 'files' | 'record'> {
  /** All files in archive order. Holds no more than one picture's labels at a time. */
  files(source: ExportSource): AsyncIterable<ExportFile>
  record(image: NamedImage, version: ExportVersion): string
}

export function defineExporter(definition: ExporterDefinition): Exporter {
  return {
    ...definition,
    async *files(source) {
      const { version } = source
      const classes = classList(version.classes)
      yield* readmeFiles(definition.id, version, classes)
      yield* definition.files({ version, classes, images: (split) => source.images(split) })
    },
    record: (image, version) => definition.record(image, { version, classes: classList(version.classes) }),
  }
}
