import { refuse } from '#common/errors'
import { answer } from '../../kit/refused-request.ts'

/** The bytes of an image in base64 (also its variant for addresses), bare or as a data URL. Refuses text that is not base64. */
export function readBase64Image(text: string, field: string): Uint8Array {
  const body = text.replace(/^data:[^,]*,/, '').replace(/\s+/g, '')
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(body)) return Buffer.from(body, 'base64')
  return answer(refuse('image-unreadable', `${field} is not base64 text`))
}
