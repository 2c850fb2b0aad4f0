import type { Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse, refuseSaying } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { annotationBounds, type ReadAnnotation } from './read-annotation.ts'
import { wholeOf } from './whole-image.ts'

type Kind = Shape['kind']

/** Everything that is drawn on an image but objects with points; what is not an outline is written as one where it can be. */
const DRAWN: readonly Kind[] = ['box', 'rotated-box', 'polygon', 'polyline', 'point', 'mask']

/** What a project of each type is labelled with. */
const KINDS: Readonly<Record<ProjectType, readonly Kind[]>> = {
  'object-detection': DRAWN,
  'instance-segmentation': DRAWN,
  'semantic-segmentation': DRAWN,
  'keypoint-detection': ['keypoints', 'box'],
  'single-label-classification': ['whole'],
  'multi-label-classification': ['whole'],
  'text-image-pairs': ['text'],
}

const DRAWN_WANTED = 'boxes, polygons, masks, lines and points'

const WANTS: Readonly<Record<ProjectType, string>> = {
  'object-detection': DRAWN_WANTED,
  'instance-segmentation': DRAWN_WANTED,
  'semantic-segmentation': DRAWN_WANTED,
  'keypoint-detection': 'boxes and keypoints',
  'single-label-classification': 'a class for the whole image',
  'multi-label-classification': 'classes for the whole image',
  'text-image-pairs': 'texts about the image',
}

export function isClassification(type: ProjectType): boolean {
  return type === 'single-label-classification' || type === 'multi-label-classification'
}

/** Why shapes of these kinds cannot be on an image of the project together; undefined when they can. */
export function kindsFault(type: ProjectType, kinds: readonly Kind[]): string | undefined {
  if (kinds.some((kind) => !KINDS[type].includes(kind))) return `This project takes ${WANTS[type]}`
  if (type === 'single-label-classification' && kinds.length > 1) return 'An image of this project has one class'
  return undefined
}

/** The kinds of labels that a project of the type takes. */
export function kindsOf(type: ProjectType): readonly Kind[] {
  return KINDS[type]
}

/** What a label of the kind becomes in a project of the type: itself, the box around it, its class for the whole image, or nothing. */
export function formIn(type: ProjectType, kind: Kind): 'same' | 'box' | 'whole' | undefined {
  if (KINDS[type].includes(kind)) return 'same'
  if (!isAtHome({ kind }, type)) return undefined
  return isClassification(type) ? 'whole' : 'box'
}

/**
 * The labels of a file as a project of the type keeps them: a place where only classes are wanted counts as its class, a kind that
 * the project does not take as the box around it. A point that has no such box, a class without a place and a text are refused where they have no home.
 */
export function fitToType(
  objects: readonly ReadAnnotation[],
  type: ProjectType,
): Result<readonly ReadAnnotation[], Refusal> {
  const stranger = objects.find((object) => !isAtHome(object, type))
  if (stranger) return refuseSaying('annotation-unreadable', `${saysOf(stranger)}; this project takes ${WANTS[type]}`)
  return isClassification(type) ? toClasses(objects, type) : ok(objects.map((object) => fit(object, type)))
}

function isAtHome({ kind }: { readonly kind: Kind }, type: ProjectType): boolean {
  // The box around a point would be none.
  if (kind === 'point') return KINDS[type].includes(kind) || isClassification(type)
  if (kind === 'text' || type === 'text-image-pairs') return kind === 'text' && type === 'text-image-pairs'
  return kind !== 'whole' || isClassification(type)
}

function saysOf(object: ReadAnnotation): string {
  if (object.kind === 'text') return `it says "${shorten(object.answer)}" about the whole image`
  const said = `it says "${shorten(object.className)}"`
  if (object.kind === 'point') return `${said} of a point that belongs to no object`
  return object.kind === 'whole' ? `${said} about the whole image, without a place` : `${said} at a place in the image`
}

function fit(object: ReadAnnotation, type: ProjectType): ReadAnnotation {
  if (object.kind === 'whole' || object.kind === 'text' || KINDS[type].includes(object.kind)) return object
  const { className, spelled, said, crowd, group, own } = object
  const told = {
    ...(spelled && { spelled }),
    ...(said && { said }),
    ...(crowd && { crowd }),
    ...(group !== undefined && { group }),
    ...(own && { own }),
  }
  return { className, ...told, kind: 'box', box: annotationBounds(object) }
}

function toClasses(objects: readonly ReadAnnotation[], type: ProjectType): ReturnType<typeof fitToType> {
  const byName = Map.groupBy(objects, ({ className }) => className)
  const names = [...byName.keys()]
  if (type === 'single-label-classification' && names.length > 1) {
    const [first = '', second = ''] = names
    return refuse('two-classes-for-one-image', { first, second })
  }
  return ok([...byName].map(([className, labels]) => wholeOf(className, labels)))
}
