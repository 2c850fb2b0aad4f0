import type { EventFile } from '../ports.ts'

/** Endings that are not the subtype itself. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'audio/mpeg': 'mp3',
  'text/plain': 'txt',
}

/** The end of a file's name by its media type, without a dot. */
export function fileExtension(contentType: string): string {
  const [, subtype = ''] = contentType.split('/')
  return EXTENSIONS[contentType] ?? (/^[a-z0-9]{1,5}$/.test(subtype) ? subtype : 'bin')
}

/** The name that a file of an event is saved under. */
export function eventFileName({ id, contentType }: Pick<EventFile, 'id' | 'contentType'>): string {
  return `${id}.${fileExtension(contentType)}`
}

interface PlacedImage {
  /** Which image of the event it is, from 1. */
  readonly place: number
  readonly kind: 'picture' | 'input'
  readonly contentType: string
}

/** An image in an archive: when its event came, which one it was, and its place in it. Only what can stand in names everywhere. */
export function archivedImageName(
  { created_at, id }: { readonly created_at: string; readonly id: string },
  { place, kind, contentType }: PlacedImage,
): string {
  const name = `${created_at}_${id}_${place}${kind === 'input' ? '-input' : ''}`
  return `${name.replace(/[^\w.-]/g, '-')}.${fileExtension(contentType)}`
}
