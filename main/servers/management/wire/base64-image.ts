import { refuse } from '#common/errors'
import { decodeBase64 } from '../../kit/base64.ts'
import { answer } from '../../kit/refused-request.ts'

/**
 * The bytes of an image in base64 (also its variant for addresses), bare or as a data URL; that of a large body was decoded where that was read.
 * Refuses text that is not base64.
 */
export function readBase64Image(given: string | Uint8Array, field: string): Uint8Array {
  if (typeof given !== 'string') return given.length === 0 ? notBase64(field) : given
  const bytes = decodeBase64(given)
  return bytes.ok ? bytes.value : notBase64(field)
}

function notBase64(field: string): never {
  return answer(refuse('field-not-base64', { field }))
}
