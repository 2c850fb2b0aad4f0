import { ClassName, type ProjectType } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import { err, ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import { fitToType } from '../annotations/project-types.ts'
import { type Draft, draftsInFrame, type ReadAnnotation, withShortNames } from '../annotations/read-annotation.ts'
import { lastPart, splitOfPath } from './places.ts'
import type { DatasetProblem, ListedClasses, ListedSplit } from './ports.ts'
import type { ReadFinding, ReadPicture } from './reader-ports.ts'

export function isProblem(item: ReadFinding): item is DatasetProblem {
  return 'reason' in item
}

export function isListing(item: ReadFinding): item is ListedClasses {
  return 'classNames' in item
}

export function isSplit(item: ReadFinding): item is ListedSplit {
  return 'image' in item
}

/** The classes that a project of the type gets of a list; one of texts has none. */
export function listedClasses({ classNames }: ListedClasses, type: ProjectType): readonly string[] {
  return type === 'text-image-pairs' ? [] : classNames.filter((name) => ClassName.safeParse(name).success)
}

interface ReadLabels {
  readonly objects: readonly ReadAnnotation[]
  readonly drafts: readonly Draft[]
  /** What was changed of them, as sentences. */
  readonly told: readonly string[]
}

/** Why an image gets none of its annotations. */
interface LabelFault {
  /** `unfit`: they are of a kind that the project does not take. */
  readonly kind: 'unfit' | 'unreadable'
  readonly message: string
  readonly isNote?: boolean
}

/** The labels of a picture as the project keeps them, and what of them lies in it. */
export async function readLabels(
  described: ReadPicture,
  { name, frame, type }: { readonly name: string; readonly frame: Size; readonly type: ProjectType },
): Promise<Result<ReadLabels, LabelFault>> {
  const read = await described.objects({ name, frame, type })
  if (!read.ok) return err({ kind: 'unreadable', message: about(name, read.error.message) })
  const kept = fitToType(read.value, type)
  if (!kept.ok) return err({ kind: 'unfit', message: about(name, kept.error.message) })
  if (kept.value.length === 0 && described.isPartial) return err(unread(name, described))
  const { objects, told } = withShortNames(kept.value)
  const drafts = draftsInFrame(objects, frame)
  if (drafts.length > 0 || objects.length === 0) return ok({ objects, drafts, told })
  const { width, height } = frame
  const message = about(name, `all objects are outside the image (${width} × ${height} pixels)`)
  return err({ kind: 'unreadable', message })
}

function unread(name: string, { whyUnlabelled }: ReadPicture): LabelFault {
  if (whyUnlabelled === undefined) return { kind: 'unreadable', message: about(name, UNREAD) }
  return { kind: 'unfit', message: about(name, whyUnlabelled), isNote: true }
}

/** Unreadable annotations do not mean that the image is empty. */
const UNREAD = 'none of the annotations can be read, so the image stays unlabelled'

/** A file about many pictures is not at fault as a whole. */
function about(name: string, reason: string): string {
  return `${lastPart(name)}: ${reason}`
}

/** Where a picture goes: as its label file says, else as the folders of the picture or of the label file say. */
export function splitOf(path: string, described: ReadPicture | undefined, otherwise: Split = 'train'): Split {
  return described?.split ?? splitOfPath(path) ?? splitOfPath(described?.source.path ?? '') ?? otherwise
}

/** `labels/train.csv, line 12`. */
export function placeOf({ path, line }: { readonly path: string; readonly line?: number }): string {
  return line === undefined ? path : `${path}, line ${line}`
}

/** Files with the same bytes are one image, which has one set of annotations. */
export function twinSentence(kept: string, other: string): string {
  return `${kept} and ${other} are the same image. Annotations of ${kept} are used`
}
