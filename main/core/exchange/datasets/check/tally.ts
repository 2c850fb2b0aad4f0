import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { Draft } from '../../../annotation/annotations/read-annotation.ts'
import type { ReadImage } from '../reader-ports.ts'

/** An image whose labels are drawn for a person to look at. */
export interface Sample {
  readonly name: string
  readonly frame: Size
  readonly drafts: readonly Draft[]
  /** Place among the images of the dataset; absent for an image of the project alone. */
  readonly index: number | undefined
  readonly image: ImageId | undefined
  /** The image itself, when it lies inside a label file. */
  readonly bytes: Uint8Array | undefined
}

/** A sample that is perhaps not kept. */
type Candidate = Omit<Sample, 'bytes'> & {
  readonly bytes: ReadImage['bytes'] | undefined
  /** Classes of which the image had no object so far. */
  readonly classNames: ReadonlySet<string>
}

export interface CountedClass {
  objects: number
  images: number
}

const SAMPLES = 6
/** More labels than this would hide the image. */
const MAX_SHOWN = 60
/** A larger image inside a label file is not kept to be drawn. */
const MAX_SAMPLE_BYTES = 16 * 1024 * 1024

/** Counts objects by class, and keeps a few images from all over the dataset. */
export function tally() {
  const classes = new Map<string, CountedClass>()
  const samples: { sample: Sample; readonly rank: number }[] = []

  async function count(sample: Candidate): Promise<void> {
    for (const [name, drafts] of Map.groupBy(sample.drafts, ({ className }) => className)) {
      const counted = classes.get(name) ?? { objects: 0, images: 0 }
      counted.objects += drafts.length
      if (sample.classNames.has(name)) counted.images += 1
      classes.set(name, counted)
    }
    if (sample.drafts.length > 0) await keep({ ...sample, drafts: sample.drafts.slice(0, MAX_SHOWN) })
  }

  /** Classes that may be without objects. */
  function list(names: readonly string[]): void {
    for (const name of names) if (!classes.has(name)) classes.set(name, { objects: 0, images: 0 })
  }

  async function keep(sample: Candidate): Promise<void> {
    const { classNames: _classNames, ...shown } = sample
    const earlier = samples.find((each) => isSame(each.sample, shown))
    if (earlier) {
      earlier.sample = { ...earlier.sample, drafts: [...earlier.sample.drafts, ...shown.drafts].slice(0, MAX_SHOWN) }
      return
    }
    const rank = rankOf(shown.name)
    const worst = samples.at(-1)
    if (samples.length >= SAMPLES && worst !== undefined && rank >= worst.rank) return
    samples.push({ sample: { ...shown, bytes: await held(sample) }, rank })
    samples.sort((a, b) => a.rank - b.rank)
    if (samples.length > SAMPLES) samples.pop()
  }

  return { count, list, classes, samples: (): Sample[] => samples.map(({ sample }) => sample) }
}

function isSame(one: Omit<Sample, 'bytes'>, other: Omit<Sample, 'bytes'>): boolean {
  return one.name === other.name && one.index === other.index && one.image === other.image
}

/** A copy: the bytes may be a small part of a large record. */
async function held({ bytes }: Candidate): Promise<Uint8Array | undefined> {
  const found = await bytes?.()
  return found && found.byteLength <= MAX_SAMPLE_BYTES ? Uint8Array.from(found) : undefined
}

/** A number that says nothing of the order of names, the same every time (FNV-1a). */
function rankOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0
  return hash
}
