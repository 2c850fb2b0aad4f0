import type { z } from 'zod'
import type { ManagedModel } from '#core/management/models'
import type { ModelBody } from '../schemas/models.ts'

export function toModelBody({
  type,
  isFavorite,
  projects,
  createdAt,
  ...model
}: ManagedModel): z.input<typeof ModelBody> {
  return {
    ...model,
    modelType: type,
    metrics: null,
    recommended: false as const,
    group: null,
    nasFamily: null,
    starred: isFavorite,
    projects: [...projects],
    createdAt: createdAt.toISOString(),
  }
}

/**
 * The SHA-256 that a sender tells of a file, in hexadecimal digits: `Content-Digest` (RFC 9530) or `x-amz-checksum-sha256`, as
 * programs send it to storage services.
 */
export function digestIn(headers: Readonly<Record<string, unknown>>): string | undefined {
  const { 'content-digest': listed, 'x-amz-checksum-sha256': single } = headers
  const told = typeof listed === 'string' ? /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(listed)?.[1] : undefined
  const digest = told ?? single
  return typeof digest === 'string' ? Buffer.from(digest, 'base64').toString('hex') : undefined
}
