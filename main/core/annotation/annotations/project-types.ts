import type { Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refusal, refuse } from '#common/errors'
import type { PlainCode } from '#common/messages/catalogue'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { annotationBounds, type ReadAnnotation } from './read-annotation.ts'
import { wholeOf } from './whole-image.ts'

type Kind = Shape['kind']

/** Everything that is drawn on an image but objects with points; what is not an outline is written as one where it can be. */
const DRAWN: readonly Kind[] = ['box', 'rotated-box', 'polygon', 'polyline', 'point', 'mask']

/** Kinds of annotations in a project of each type. */
const KINDS: Readonly<Record<ProjectType, readonly Kind[]>> = {
  'object-detection': DRAWN,
  'instance-segmentation': DRAWN,
  'semantic-segmentation': DRAWN,
  'keypoint-detection': ['keypoints', 'box'],
  'single-label-classification': ['whole'],
  'multi-label-classification': ['whole'],
  'text-image-pairs': ['text'],
}

const WANTS: Readonly<Record<ProjectType, PlainCode & `kinds-${string}`>> = {
  'object-detection': 'kinds-drawn',
  'instance-segmentation': 'kinds-drawn',
  'semantic-segmentation': 'kinds-drawn',
  'keypoint-detection': 'kinds-keypoints',
  'single-label-classification': 'kinds-class',
  'multi-label-classification': 'kinds-classes',
  'text-image-pairs': 'kinds-texts',
}

export function isClassification(type: ProjectType): boolean {
  return type === 'single-label-classification' || type === 'multi-label-classification'
}

/** Why shapes of these kinds cannot be on an image of the project together; undefined when they can. */
export function kindsFault(type: ProjectType, kinds: readonly Kind[]): Refusal | undefined {
  if (kinds.some((kind) => !KINDS[type].includes(kind)))
    return refusal('project-takes-other-kind', { kinds: message(WANTS[type]) })
  if (type === 'single-label-classification' && kinds.length > 1) return refusal('image-has-one-class')
  return undefined
}

/** The kinds of labels that a project of the type takes. */
export function kindsOf(type: ProjectType): readonly Kind[] {
  return KINDS[type]
}

/** Form of an annotation of the kind in a project of the type: the same, the box around it, its class for the whole image, or none. */
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
  if (stranger) return refuse('file-of-other-kind', { what: saysOf(stranger), kinds: message(WANTS[type]) })
  return isClassification(type) ? toClasses(objects, type) : ok(objects.map((object) => fit(object, type)))
}

function isAtHome({ kind }: { readonly kind: Kind }, type: ProjectType): boolean {
  // The box around a point would be none.
  if (kind === 'point') return KINDS[type].includes(kind) || isClassification(type)
  if (kind === 'text' || type === 'text-image-pairs') return kind === 'text' && type === 'text-image-pairs'
  return kind !== 'whole' || isClassification(type)
}

function saysOf(object: ReadAnnotation): Message {
  if (object.kind === 'text') return message('says-text', { text: shorten(object.answer) })
  const said = { name: shorten(object.className) }
  if (object.kind === 'point') return message('says-class-of-point', said)
  return message(object.kind === 'whole' ? 'says-class-of-image' : 'says-class-at-place', said)
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
