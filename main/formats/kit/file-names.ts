import { createHash } from 'node:crypto'
import type { ExportImage, ExportVersion } from '#common/exports/model'
import { toAscii } from './ascii.ts'

const STEM_LENGTH = 100
/** The part after the last dot of a name counts as its extension when it looks like one. */
const EXTENSION = /^(?<stem>.*)\.(?<extension>[A-Za-z0-9]{1,10})$/s

/**
 * The name of an image in every export of a version, `<stem>_<ext>.rf.<32 hexadecimal digits>.jpg` or with the ending of its own file: readable, free of
 * spaces, and different for every image because the digits stand for version, image, variant and part.
 */
export function exportFileName(
  version: Pick<ExportVersion, 'id'>,
  image: Pick<ExportImage, 'imageId' | 'variant' | 'originalName'> & {
    readonly part?: number | undefined
    readonly extension?: string
  },
): string {
  const { stem = image.originalName, extension } = EXTENSION.exec(image.originalName)?.groups ?? {}
  const readable = extension === undefined ? cleanStem(stem) : `${cleanStem(stem)}_${extension}`
  const part = image.part === undefined ? [] : [image.part]
  const identity = [version.id, image.imageId, image.variant, ...part].join('\n')
  const digits = createHash('sha256').update(identity).digest('hex').slice(0, 32)
  return `${readable}.rf.${digits}.${image.extension ?? 'jpg'}`
}

function cleanStem(stem: string): string {
  const clean = toAscii(stem).replace(/[^A-Za-z0-9_-]+/g, '-')
  return clean.slice(0, STEM_LENGTH) || 'image'
}

/** The name of an image without its extension. */
export function stemOf(fileName: string): string {
  return fileName.replace(/\.(?:jpg|png|webp)$/, '')
}

/** The name of the file with an image's own labels: the image's name with another extension. */
export function besideImage(fileName: string, extension: string): string {
  return `${stemOf(fileName)}.${extension}`
}

/** The media type of an image's file, by its name. */
export function mediaTypeOf(fileName: string): string {
  return `image/${/\.(png|webp)$/.exec(fileName)?.[1] ?? 'jpeg'}`
}
