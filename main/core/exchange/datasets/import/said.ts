import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImageId } from '#common/ids'
import type { StoredImage } from '../../../dataset/images/ports.ts'
import type { ImageBytes } from '../declared-size.ts'
import type { ReadImage } from '../reader-ports.ts'
import { type ReadLabels, twinMessage } from '../reading.ts'
import type { RecordProblem } from './sources.ts'

/** The annotations of one image in one label file. */
export interface Said {
  readonly described: ReadImage
  /** Its place among all that they speak of. */
  readonly order: number
  /** Of the image, where its file is at hand. */
  readonly bytes?: ImageBytes | undefined
  /** An earlier run of this import put on the image what it has. */
  readonly isResumed?: boolean
  readonly problem: RecordProblem
}

/** An image and the labels on it. */
export type Standing = Pick<OpenedAnnotations, 'shapes' | 'isNull'> & Pick<StoredImage, 'name' | 'width' | 'height'>

/** Labels on their way to an image. */
export interface Labelling {
  readonly image: ImageId
  readonly path: string
  readonly standing: Standing
  readonly said: Said
  readonly labels: ReadLabels
}

/** The file whose annotations an image has; one for each image is held until the import ends. */
export interface Kept extends Pick<ReadImage, 'source'> {
  readonly path: string
  readonly order: number
  /** `empty`: a background image; `unread`: its annotations could not be added. */
  readonly state: 'put' | 'empty' | 'unread'
  /** Several label files speak of it. */
  readonly isJoined?: boolean
}

/** The result of putting annotations on: the file whose annotations the image has now, and whether these were put on. */
export interface Put {
  readonly kept: Kept | undefined
  readonly isPut: boolean
}

type SaidOf = Pick<Labelling, 'path' | 'said'>

export function keptAs(state: Kept['state'], { path, said: { order, described } }: SaidOf): Kept {
  return { path, order, state, source: described.source }
}

/** Labels that this import has put on the image for this very file. */
export function ownOf(kept: Kept | undefined, about: SaidOf & Pick<Labelling, 'standing'>): Kept | undefined {
  if (kept) return kept.path === about.path ? kept : undefined
  return about.said.isResumed === true ? keptAs(about.standing.isNull ? 'empty' : 'put', about) : undefined
}

/**
 * Whether, of two files with the same bytes, the annotations of this one are not kept: those of the file that is named first count.
 * The one whose annotations are not kept is at fault.
 */
export async function isSecond(kept: Kept, { path, said }: SaidOf): Promise<boolean> {
  const [here, isFirst] = [{ path, source: said.described.source }, said.order < kept.order]
  const [first, second] = isFirst ? [here, kept] : [kept, here]
  await said.problem({ ...second.source, reason: twinMessage(first.path, second.path) })
  return !isFirst
}
