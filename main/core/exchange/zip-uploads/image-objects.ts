import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { AnnotatedImage, AnnotationReader } from '../../annotation/annotations/annotation-file.ts'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import { lastPart, partsOf } from '../datasets/places.ts'
import { type OpenedZip, type ZipEntry, ZipEntryError } from '../datasets/zip.ts'
import { namesFileOf, readClassNames } from './labels.ts'
import type { LaterReader } from './later-reader.ts'
import type { CocoSource, MixedImage } from './mixed.ts'
import { MAX_INLINE_BYTES, NO_IMAGE, type ZipPlan } from './rules.ts'

interface Reading {
  readonly zip: OpenedZip
  readonly files: ZipPlan['files']
  /** Reads large files with labels. */
  readonly reading: LaterReader
  readonly readAnnotations: AnnotationReader
  /** The fault of a file of class names. */
  readonly namesFault: (path: string, text: string) => Message | undefined
  /** Takes down why a file is not used; a file about many images is named once. */
  readonly refuse: (path: string, reason: Message) => Promise<unknown>
  readonly note: (path: string, reason: Message) => Promise<unknown>
}

/** The objects that a file has for an image. */
export interface ImageObjects {
  readonly path: string
  readonly objects: readonly ReadAnnotation[]
}

type Objects = Awaited<ReturnType<AnnotationReader>>

/** Reads what the files of an archive that mixes formats say of its images. */
export function imageObjects(context: Reading) {
  const { zip, files, reading, readAnnotations, namesFault, refuse, note } = context
  const once = rememberedReads(zip, namesFault)
  const cocos = new Map<string, 'silent' | 'heard'>()

  /** The objects that an image gets: of several files the first with objects counts, and those of the others are told. */
  async function of(
    { entry, label, cocos: sources }: MixedImage,
    about: AnnotatedImage,
  ): Promise<ImageObjects | undefined> {
    const own = label && (await read(label.path, () => readLabel(label, about)))
    const said = own ? [own] : []
    for (const source of sources) said.push(...(await saidByCoco(source, about)))
    const chosen = said.find(({ objects }) => objects.length > 0) ?? said[0]
    for (const other of said) {
      if (chosen === undefined || other === chosen || other.objects.length === 0) continue
      await note(other.path, unused(lastPart(entry.path), other, chosen))
    }
    return chosen
  }

  async function saidByCoco(source: CocoSource, about: AnnotatedImage): Promise<readonly ImageObjects[]> {
    const { path } = source.entry
    if (!cocos.has(path)) cocos.set(path, 'silent')
    const said = await read(path, () => readCoco(source, about))
    if (said) cocos.set(path, 'heard')
    return said ? [said] : []
  }

  /** The objects in a file; undefined where it says nothing of the image, or cannot be read. */
  async function read(path: string, objectsIn: () => Promise<Objects | undefined>): Promise<ImageObjects | undefined> {
    try {
      const objects = await objectsIn()
      if (objects?.ok) return { path, objects: objects.value }
      if (objects) await fail(path, objects.error)
    } catch (failure) {
      if (!(failure instanceof ZipEntryError)) throw failure
      await fail(path, failure.fault)
    }
    return undefined
  }

  async function fail(path: string, reason: Message): Promise<void> {
    cocos.set(path, 'heard')
    await refuse(path, reason)
  }

  /** A small file is read at once. */
  async function readLabel(entry: ZipEntry, about: AnnotatedImage): Promise<Objects | undefined> {
    const names = namesFileOf(files, entry.path)
    if (names && /\.txt$/i.test(entry.path)) await tellNames(names)
    if (Math.max(entry.bytes, names?.bytes ?? 0) > MAX_INLINE_BYTES) {
      const reader = await reading.reader()
      return reader.annotations({ path: placeIn(entry), ...(names && { namesPath: placeIn(names) }) }, about)
    }
    const labelmap = names ? (await once.names(names)).names : new Map<string, string>()
    return readAnnotations({ name: lastPart(entry.path), text: await zip.readText(entry), labelmap }, about)
  }

  /** Says what is wrong with a file of class names; the annotations are read all the same. */
  async function tellNames(names: ZipEntry): Promise<void> {
    const isLarge = names.bytes > MAX_INLINE_BYTES
    const fault = isLarge ? await (await reading.reader()).namesFault(placeIn(names)) : (await once.names(names)).fault
    if (fault !== undefined) await refuse(names.path, fault)
  }

  async function readCoco({ entry, name }: CocoSource, about: AnnotatedImage): Promise<Objects | undefined> {
    const reader = await reading.reader()
    return reader.annotations({ path: placeIn(entry), cocoName: name }, about)
  }

  /** Says which COCO files had nothing to say of any image. */
  async function tellSilent(): Promise<void> {
    for (const [path, state] of cocos) if (state === 'silent') await refuse(path, NO_IMAGE)
  }

  return { of, tellSilent }
}

function unused(name: string, { objects }: ImageObjects, chosen: ImageObjects): Message {
  return message('annotations-of-file-not-used', { count: objects.length, name, used: lastPart(chosen.path) })
}

interface ReadNames {
  readonly names: ReadonlyMap<string, string>
  readonly fault: Message | undefined
}

/** Files of names, each read once. */
function rememberedReads(zip: OpenedZip, namesFault: Reading['namesFault']) {
  const names = new Map<ZipEntry, Promise<ReadNames>>()

  async function read(entry: ZipEntry): Promise<ReadNames> {
    const text = await zip.readText(entry)
    return { names: readClassNames(entry, text), fault: namesFault(entry.path, text) }
  }

  return {
    names(entry: ZipEntry) {
      const known = names.get(entry) ?? read(entry)
      names.set(entry, known)
      return known
    },
  }
}

/** The path of an entry as a reader of the archive calls it. */
function placeIn({ path }: ZipEntry): string {
  return partsOf(path).join('/')
}
