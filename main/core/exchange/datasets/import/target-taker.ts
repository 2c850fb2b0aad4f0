import type { ImageId } from '#common/ids'
import { turns } from '../../../tasks/turns.ts'
import type { ReadImage } from '../reader-ports.ts'
import type { imageImporter } from './image.ts'
import type { Said } from './said.ts'
import type { RecordProblem } from './sources.ts'
import type { FileTarget, Target } from './targets.ts'

/** Large images under way: they are decoded one or two at a time, and each is waited for when the import is canceled. */
const LARGE_IN_FLIGHT = 16
const LARGE_BYTES = 256 * 1024

interface Taking {
  /** The paths that an earlier run of the import has written down. */
  readonly done: ReadonlySet<string>
  /** The part of them whose labels it put on. */
  readonly labelled: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly problems: RecordProblem
  /** Another image is done. */
  step(): void
}

/** Takes each image once, and all that further label files say of it after what the first one says. */
export function targetTaker(
  importer: ReturnType<typeof imageImporter>,
  { done, labelled, signal, problems, step }: Taking,
) {
  const large = turns(LARGE_IN_FLIGHT)
  /** The images that annotations came for. */
  const spokenOf = new Map<string, Spoken>()

  async function takeDescribed(target: Target, described: ReadImage): Promise<void> {
    const { path } = target
    const before = spokenOf.get(path)
    const order = before?.order ?? spokenOf.size
    const said = { described, order, problem: problems, bytes: bytesOf(target) }
    const taken = before ? takeFurther(target, said, before) : takeFirst(target, said)
    spokenOf.set(path, { order, taken })
    await taken
  }

  async function takeFurther(target: Target, said: Said, before: Spoken): Promise<Taken> {
    const image = await before.taken
    signal.throwIfAborted()
    if (image === 'left') return (await importer.take(target, { ...said, isResumed: true }, true)) ?? 'refused'
    if (image !== 'refused') await importer.takeFurther(image, target.path, said)
    return image
  }

  async function takeFirst(target: Target, said?: Said): Promise<Taken> {
    const { path } = target
    const isDone = done.has(path)
    if (isDone && (said === undefined || labelled.has(path))) {
      step()
      return 'left'
    }
    const take = async () => {
      signal.throwIfAborted()
      return importer.take(target, said, isDone)
    }
    const image = await (isLarge(target) ? large.take(take) : take())
    step()
    return image ?? 'refused'
  }

  return {
    takeDescribed,
    /** Takes an image that no label file speaks of. */
    takeSilent: async (target: FileTarget) => takeFirst(target),
    isDescribed: (path: string) => spokenOf.has(path),
  }
}

/** An image that annotations came for. */
interface Spoken {
  /** Its place in the order of these. */
  readonly order: number
  readonly taken: Promise<Taken>
}

/** The outcome for an image: `left` where an earlier run saw to it. */
type Taken = ImageId | 'left' | 'refused'

function bytesOf(target: Target): FileTarget['bytes'] | undefined {
  return 'image' in target ? undefined : () => target.bytes()
}

/** An image of unknown size lies inside a file with annotations, which is held until it is taken in. */
function isLarge(target: Target): boolean {
  return !('image' in target) && (target.size ?? Number.POSITIVE_INFINITY) > LARGE_BYTES
}
