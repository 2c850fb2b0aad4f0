import { ClassName, type ProjectType } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import { fitToType } from '../../annotation/annotations/project-types.ts'
import {
  type Draft,
  draftsInFrame,
  type ReadAnnotation,
  withShortNames,
} from '../../annotation/annotations/read-annotation.ts'
import { fitOf, type ImageBytes, mappedObjects, type SizeFit } from './declared-size.ts'
import { allLost, lostObjects, outOfFrame } from './out-of-frame.ts'
import { lastPart, splitOfPath } from './places.ts'
import type { DatasetProblem, DescribedImage, ListedClasses, ListedSplit } from './ports.ts'
import type { ReadFinding, ReadImage } from './reader-ports.ts'

export function isProblem(item: ReadFinding): item is DatasetProblem {
  return 'reason' in item
}

export function isListing(item: ReadFinding): item is ListedClasses {
  return 'classNames' in item
}

export function isSplit(item: ReadFinding): item is ListedSplit {
  return 'image' in item
}

/** The classes of a list that a project of this type creates; none for projects of texts. */
export function listedClasses({ classNames }: ListedClasses, type: ProjectType): readonly string[] {
  return type === 'text-image-pairs' ? [] : classNames.filter((name) => ClassName.safeParse(name).success)
}

export interface ReadLabels {
  readonly objects: readonly ReadAnnotation[]
  readonly drafts: readonly Draft[]
  /** Changes made to them. */
  readonly told: readonly Message[]
  /** Which of them have nothing in the image: nothing is wrong with the others. */
  readonly lost: readonly Message[]
  /** How they were fitted to the image. */
  readonly fit: SizeFit['kind']
}

interface ImageOfLabels {
  readonly name: string
  readonly frame: Size
  readonly type: ProjectType
  /** Absent if it is not available. */
  readonly bytes?: ImageBytes | undefined
}

/** Why all annotations of an image are skipped. */
export interface LabelFault {
  /** `unfit`: they are of a kind that the project does not take. */
  readonly kind: 'unfit' | 'unreadable'
  readonly reason: Message
  readonly isNote?: boolean
}

/** The labels of an image as the project keeps them, and what of them lies in it. */
export async function readLabels(described: ReadImage, image: ImageOfLabels): Promise<Result<ReadLabels, LabelFault>> {
  const { name, frame, type } = image
  const read = await objectsOnImage(described, image)
  if (!read.ok) return read
  const { taken, told: skipped } = withoutLoosePoints(read.value.objects, type)
  const kept = fitToType(taken, type)
  if (!kept.ok) return err({ kind: 'unfit', reason: about(name, kept.error) })
  if (kept.value.length === 0 && described.isPartial) return err(unread(name, described))
  const { objects, told } = withShortNames(kept.value)
  const seen = objects.map((object) => draftsInFrame([object], frame))
  const drafts = seen.flat()
  const out = outOfFrame(
    objects.filter((_, index) => seen[index]?.length === 0),
    frame,
  )
  if (drafts.length === 0 && objects.length > 0)
    return err({ kind: 'unreadable', reason: about(name, allLost(out, frame)) })
  const lost = lostObjects(lastPart(name), out)
  return ok({ objects, drafts, lost, told: [...told, ...skipped], fit: read.value.fit })
}

type ObjectsOnImage = Pick<ReadLabels, 'objects' | 'fit'>

/** All annotations of the file, in the coordinates of the actual image. */
async function objectsOnImage(
  described: ReadImage,
  { name, frame, type, bytes }: ImageOfLabels,
): Promise<Result<ObjectsOnImage, LabelFault>> {
  const fit = await fitOf(described.size, frame, bytes)
  const declared = fit.kind === 'same' ? undefined : described.size
  const read = await described.objects({ name, frame: declared ?? frame, type })
  if (!read.ok) return err({ kind: 'unreadable', reason: about(name, read.error) })
  if (declared && fit.kind === 'other' && read.value.some(isPlaced)) return err(otherSize(name, declared, frame))
  return ok({ objects: 'map' in fit ? mappedObjects(read.value, fit.map, frame) : read.value, fit: fit.kind })
}

/** Points that belong to no object are left out where the project takes none and there are other objects. */
function withoutLoosePoints(objects: readonly ReadAnnotation[], type: ProjectType) {
  const taken = type === 'keypoint-detection' ? objects.filter(({ kind }) => kind !== 'point') : objects
  const isSkipped = taken.length > 0 && taken.length < objects.length
  return isSkipped ? { taken, told: [message('loose-points-skipped')] } : { taken: objects, told: [] }
}

function isPlaced({ kind }: ReadAnnotation): boolean {
  return kind !== 'whole' && kind !== 'text'
}

function otherSize(name: string, { width, height }: Size, { width: wide, height: high }: Size): LabelFault {
  return { kind: 'unreadable', reason: about(name, message('labels-of-other-size', { wide, high, width, height })) }
}

function unread(name: string, { whyUnlabelled }: ReadImage): LabelFault {
  // Unreadable annotations do not mean that the image is empty.
  if (whyUnlabelled === undefined) return { kind: 'unreadable', reason: about(name, message('annotations-unreadable')) }
  return { kind: 'unfit', reason: about(name, whyUnlabelled), isNote: true }
}

/** A file about many images is not at fault as a whole. */
function about(name: string, reason: Message): Message {
  return message('image-says', { image: lastPart(name) }, reason)
}

/** Where an image goes: as its label file says, else as the folders of the image or of the label file say. */
export function splitOf(path: string, described: ReadImage | undefined, otherwise: Split = 'train'): Split {
  return described?.split ?? splitOfPath(path) ?? splitOfPath(described?.source.path ?? '') ?? otherwise
}

/** `labels/train.csv, line 12`. */
export function placeOf({ path, line }: { readonly path: string; readonly line?: number }): string {
  return line === undefined ? path : `${path}, line ${line}`
}

/** Files with the same bytes are one image, which has one set of annotations. */
export function twinMessage(kept: string, other: string): Message {
  return message('same-image-twice', { kept, other })
}

/** Reports the class that an image does not get because it already has one. */
export function secondClass(image: string, name: string): Message {
  return message('second-class-skipped', { image: lastPart(image), name })
}

export type ImageNote = 'joined' | 'scaled' | 'turned'

const COUNTED = {
  joined: 'images-joined',
  scaled: 'labels-scaled',
  turned: 'labels-turned',
} as const satisfies Record<ImageNote, string>

/** Counts images of which the same is to be told, and tells it in a note for all of them. */
export function imageNotes<Image>() {
  const seen = new Map<ImageNote, { readonly images: Set<Image>; readonly path: string }>()
  return {
    /** Told at the first of the label files that give reason for it. Whether it is new of the image. */
    add(kind: ImageNote, image: Image, { path }: Pick<DescribedImage['source'], 'path'>): boolean {
      const known = seen.get(kind) ?? { images: new Set(), path }
      seen.set(kind, known)
      const isNew = !known.images.has(image)
      known.images.add(image)
      return isNew
    },
    notes(): readonly DatasetProblem[] {
      return [...seen].map(([kind, { images, path }]) => {
        return { path, reason: message(COUNTED[kind], { count: images.size }), isNote: true }
      })
    },
  }
}

/** Whether labels lie elsewhere than the file says. */
export function isChanged(fit: SizeFit['kind']): fit is 'scaled' | 'turned' {
  return fit === 'scaled' || fit === 'turned'
}
