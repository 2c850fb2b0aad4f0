import type { ServedFile } from '#core/events/files'
import type { SentFile } from '../../kit/send-file.ts'

/** What a page may show in its own place. Drawings in XML can hold programs. */
const SHOWN = /^(?:image\/(?!.*(?:svg|xml))|video\/)/

/** Endings that are not the subtype itself. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
  'audio/mpeg': 'mp3',
  'text/plain': 'txt',
}

export function toSentFile({ id, path, contentType: type, hash: tag }: ServedFile): SentFile {
  return { path, type, tag, fileName: `${id}${endingOf(type)}`, as: SHOWN.test(type) ? 'inline' : 'attachment' }
}

function endingOf(type: string): string {
  const [, subtype = ''] = type.split('/')
  const ending = ENDINGS[type] ?? (/^[a-z0-9]{1,5}$/.test(subtype) ? subtype : '')
  return ending === '' ? '' : `.${ending}`
}
