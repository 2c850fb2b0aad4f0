import { createHash } from 'node:crypto'
import { z } from 'zod'
import { refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { EmbeddingPlace, ImageSource, NamedImage } from '#core/models/inference/operations'
import { readEmbedding, writeEmbedding } from '../../embeddings/stored.ts'
import { type CallContext, UnservedInputError } from '../../host/family.ts'
import type { TensorShelf, Tensors } from '../../host/session.ts'
import { type Image, readImage } from '../../images/image.ts'

/** An image whose embedding lies with the networks. */
export interface KeptImage<Facts> {
  /** Its name on the shelf too. */
  readonly imageId: string
  readonly size: Size
  readonly facts: Facts
}

export interface Keeping<Facts> {
  readonly shelf: TensorShelf
  /** The least lately embedded images leave while all together take more. */
  readonly budgetBytes: number
  /** Computes the tensors that later runs are given under the image's name, and what else is to be known of it. */
  embed(image: Image, context: CallContext): Promise<{ readonly tensors: Tensors; readonly facts: Facts }>
  /** Reads the facts as they were written to a file; absent: nothing is kept in files. Undefined for what it does not know. */
  factsFrom?(stored: unknown): Facts | undefined
  /** Called when the embedding of an image is not kept any more. */
  dropped?(imageId: string): void
}

export interface KeptImages<Facts> {
  /**
   * Does work with the embedding of an image, which is computed when it is not kept, and stays while the work lasts. A known name
   * wins without a look at the image; an image without a name goes by its pixels. Rejects with an `UnservedInputError` when there
   * is neither a known name nor an image.
   */
  use<Value>(named: NamedImage, context: CallContext, work: (kept: KeptImage<Facts>) => Promise<Value>): Promise<Value>
}

interface Entry<Facts> {
  readonly imageId: string
  readonly embedded: Promise<KeptImage<Facts>>
  bytes: number
  /** Calls that work with it. */
  users: number
}

/** An image that is to be embedded. */
interface Found {
  readonly imageId: string
  readonly open: () => Promise<Image>
  readonly keptIn: EmbeddingPlace | undefined
}

interface Embedded<Facts> {
  readonly tensors: Tensors
  readonly facts: Facts
  readonly size: Size
}

const StoredFacts = z.object({ size: z.object({ width: z.number(), height: z.number() }), facts: z.unknown() })

/** Files whose pixels were hashed lately, so that one that is sent with every click is not decoded for its name each time. */
const MOST_KNOWN_FILES = 1000

export function keptImages<Facts>({
  shelf,
  budgetBytes,
  embed,
  dropped,
  factsFrom,
}: Keeping<Facts>): KeptImages<Facts> {
  // In the order in which they were embedded.
  const entries = new Map<string, Entry<Facts>>()
  const nameOf = contentNames()

  function find({ imageId, open, keptIn }: Found, context: CallContext): Entry<Facts> {
    const known = entries.get(imageId)
    if (known !== undefined) return known
    const entry: Entry<Facts> = { imageId, embedded: keep(), bytes: 0, users: 0 }
    entries.set(imageId, entry)
    return entry

    async function keep(): Promise<KeptImage<Facts>> {
      try {
        const { tensors, facts, size } = (await stored(keptIn)) ?? (await embedded({ imageId, open, keptIn }, context))
        entry.bytes = Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0)
        shelf.keep(imageId, tensors)
        return { imageId, size, facts }
      } catch (failure) {
        entries.delete(imageId)
        throw failure
      }
    }
  }

  /** The embedding in its file; undefined when there is none, or one of other facts. */
  async function stored(place: EmbeddingPlace | undefined): Promise<Embedded<Facts> | undefined> {
    const read = place && factsFrom && (await readEmbedding(place))
    const known = read && StoredFacts.safeParse(read.facts).data
    const facts = known && factsFrom?.(known.facts)
    return read && known && facts && { tensors: read.tensors, facts, size: known.size }
  }

  async function embedded({ open, keptIn }: Found, context: CallContext): Promise<Embedded<Facts>> {
    const image = await open()
    const { tensors, facts } = await embed(image, context)
    const { size } = image
    // A disk that is full, or a folder that is gone, costs the next start some seconds and this one nothing.
    if (keptIn && factsFrom) await writeEmbedding(keptIn, { tensors, facts: { size, facts } }).catch(() => undefined)
    return { tensors, facts, size }
  }

  /** The newest stays whatever it takes: the next call will ask for it. */
  function makeRoom(): void {
    let total = [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    const older = [...entries.values()].slice(0, -1)
    for (const { imageId, bytes, users } of older) {
      if (total <= budgetBytes) return
      if (users > 0) continue
      entries.delete(imageId)
      shelf.drop(imageId)
      dropped?.(imageId)
      total -= bytes
    }
  }

  return {
    async use({ image: source, imageId, keptIn }, context, work) {
      if (imageId !== undefined && source === undefined && !entries.has(imageId))
        throw new UnservedInputError(refusal('embedding-not-kept', { id: imageId }))
      const named =
        imageId === undefined ? await nameOf(source, context) : { imageId, open: () => openFor(source, context) }
      for (;;) {
        const entry = find({ ...named, keptIn }, context)
        entry.users += 1
        try {
          const kept = await entry.embedded.catch(unlessAborted)
          context.signal.throwIfAborted()
          // The first caller has left: embed it again for this one.
          if (kept !== undefined) return await work(kept)
        } finally {
          entry.users -= 1
          makeRoom()
        }
      }
    },
  }
}

function unlessAborted(failure: unknown): undefined {
  if (failure instanceof Error && failure.name === 'AbortError') return undefined
  throw failure
}

function openFor(source: ImageSource | undefined, context: CallContext): Promise<Image> {
  if (source !== undefined) return context.timed('decode', () => readImage(source, { signal: context.signal }))
  throw new UnservedInputError(refusal('image-not-sent'))
}

/** Names images by their pixels. */
function contentNames() {
  const byFile = new Map<string, string>()
  return async (source: ImageSource | undefined, context: CallContext) => {
    const file = source?.kind === 'encoded' ? createHash('sha1').update(source.bytes).digest('hex') : undefined
    const known = file === undefined ? undefined : byFile.get(file)
    if (known !== undefined) return { imageId: known, open: () => openFor(source, context) }
    const image = await openFor(source, context)
    const imageId = await context.timed('decode', () => image.contentHash())
    if (file !== undefined) remember(byFile, file, imageId)
    return { imageId, open: async () => image }
  }
}

function remember(names: Map<string, string>, file: string, imageId: string): void {
  names.set(file, imageId)
  const [oldest] = names.keys()
  if (names.size > MOST_KNOWN_FILES && oldest !== undefined) names.delete(oldest)
}
