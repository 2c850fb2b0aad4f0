import { eventFileName } from '#core/events/files/file-names'
import type { ServedFile } from '#core/events/files/files'
import type { SentFile } from '../../kit/send-file.ts'

/** Types that a page may show inline. XML drawings can contain scripts. */
const SHOWN = /^(?:image\/(?!.*(?:svg|xml))|video\/)/

export function toSentFile({ id, path, contentType, hash: tag }: ServedFile): SentFile {
  const as = SHOWN.test(contentType) ? 'inline' : 'attachment'
  return { path, type: contentType, tag, fileName: eventFileName({ id, contentType }), as }
}
