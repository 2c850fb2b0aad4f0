/** The kinds of images that are decoded. Nothing else reaches a decoder, whatever its name or its sender says. */
export const IMAGE_KINDS = ['jpeg', 'png', 'webp', 'tiff', 'avif', 'bmp', 'gif'] as const
export type ImageKind = (typeof IMAGE_KINDS)[number]

/** Kinds that are taken into projects. Moving images are decoded where events bring them, and nowhere else. */
export const TAKEN_KINDS: readonly ImageKind[] = IMAGE_KINDS.filter((kind) => kind !== 'gif')

/** The endings of the names of images, in small letters. */
const ENDINGS: Readonly<Record<ImageKind, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  webp: ['webp'],
  tiff: ['tif', 'tiff'],
  avif: ['avif'],
  bmp: ['bmp'],
  gif: ['gif'],
}

/** Images that are refused by name when they are opened. */
const OTHER_ENDINGS = ['heic', 'heif', 'jp2', 'jxl', 'svg', 'psd', 'eps', 'exr', 'ico']

const KNOWN: ReadonlySet<string> = new Set([...IMAGE_KINDS.flatMap((kind) => ENDINGS[kind]), ...OTHER_ENDINGS])

/** Whether a name or a path is that of an image, by its ending alone: what it holds is seen when it is read. */
export function isImageName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && KNOWN.has(name.slice(dot + 1).toLowerCase())
}
