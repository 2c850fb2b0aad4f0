import { open } from 'node:fs/promises'
import type { z } from 'zod'
import { type JsonBounds, parseBounded } from '#common/json/bounds'
import { message } from '#common/messages/message'
import { schemaFault } from '#common/messages/schema-fault'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { CatalogManifest } from './manifest.ts'

/** A fault of a manifest, and its place. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
  readonly fault: Message

  constructor(fault: Message) {
    super(sentenceOf(fault))
    this.fault = fault
  }
}

/** Most bytes of a manifest. */
export const MAX_MANIFEST_BYTES = 128 * 1024 * 1024

/** A hundred thousand images with all of their annotations; ten levels are the deepest. */
const BOUNDS: JsonBounds = { levels: 20, containers: 4_000_000, values: 16_000_000, members: 16_000_000 }

/** Reads and checks a manifest. Throws `ManifestError`. */
export async function readManifest(path: string): Promise<CatalogManifest> {
  const parsed = CatalogManifest.safeParse(parseBounded((await readText(path)).replace(/^\uFEFF/, ''), BOUNDS))
  if (parsed.success) return parsed.data
  throw new ManifestError(message('manifest-misfit', { path, fault: faultOf(parsed.error.issues[0]) }))
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r').catch((failure: unknown) => {
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new ManifestError(message('manifest-cannot-open', { path, message: why }))
  })
  try {
    const { size } = await file.stat()
    if (size > MAX_MANIFEST_BYTES)
      throw new ManifestError(message('manifest-too-large', { path, most: String(MAX_MANIFEST_BYTES) }))
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function faultOf(issue: z.core.$ZodIssue | undefined): Message {
  if (issue === undefined) return message('manifest-not-one')
  const place = issue.path.map(String).join('.')
  const words = schemaFault(issue)
  return place === '' ? message('manifest-not-one-saying', {}, words) : message('manifest-fault-at', { place }, words)
}
