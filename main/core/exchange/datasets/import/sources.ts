import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { DatasetWish } from '#common/contract/datasets'
import type { TaskId } from '#common/ids'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { AnnotationService } from '../../../annotation/annotations/service.ts'
import type { SpellingWatch } from '../../../annotation/annotations/spellings.ts'
import type { ImportRepository } from '../../../dataset/images/import-ports.ts'
import type { ImageService } from '../../../dataset/images/service.ts'
import type { Tagging } from '../../../dataset/images/tagging.ts'
import type { Project, ProjectRepository } from '../../../dataset/projects/ports.ts'
import type { Random } from '../../../ports.ts'
import type { Trailing } from '../../../tasks/trailing.ts'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '../ports.ts'
import type { ReadFinding } from '../reader-ports.ts'
import type { KnownImage } from '../staging-ports.ts'
import type { ImportMemory } from './memory.ts'

export interface ImportSources {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly projects: ProjectRepository
  readonly random: Random
}

export interface DatasetImport {
  readonly project: Project
  readonly files: DatasetFiles
  readonly images: readonly DatasetFile[]
  /** Contents of the annotation files, or undefined: no annotations are read. */
  readonly described: AsyncIterable<ReadFinding> | undefined
  readonly known: readonly KnownImage[]
  /** Names of the classes that the project had before the import. */
  readonly existing: readonly string[]
  /** Images that the check found. */
  readonly expected: number
  readonly wish: DatasetWish
  /** Of images of which nothing says it; train when absent. */
  readonly split?: Split
  readonly tagging?: Tagging | undefined
  /** Attributes that objects are asked for and that their classes do not ask yet, where somebody read all of the dataset to know. */
  readonly attributes?: AttributesByClass
}

/** Writes of an import come from many files at once. */
export const MANY = { canWait: true } as const

export interface Recording {
  readonly imports: ImportRepository
  readonly taskId: TaskId
  readonly writes: Trailing
  readonly spellings: SpellingWatch
}

export interface ImageRecording extends Recording {
  readonly memory: ImportMemory
  /** Reasons that earlier runs have told. */
  readonly told: readonly Message[]
}

export type RecordProblem = (problem: DatasetProblem) => Promise<void>
