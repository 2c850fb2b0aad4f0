import { z } from 'zod'

export const FileParams = z.object({ file_id: z.string() })

/** Sent with the type with which they were stored. */
export const Bytes = {
  description: 'The bytes, under the type that they came with',
  content: { 'application/octet-stream': { schema: z.file() } },
}
