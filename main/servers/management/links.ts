import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refuse } from '#common/errors'
import type { Grant } from '#core/access/keys/scopes'
import { answer } from '../kit/refused-request.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { type Caller, missing } from './auth.ts'
import { FILES, type ImageKind, LINKED, originOf } from './wire/links.ts'

/** How long links work at most. */
export interface LinkLives {
  /** To images and drawings. */
  readonly imageMs: number
  /** To archives and weights, and those that take uploads. */
  readonly archiveMs: number
}

const HOUR_MS = 3600 * 1000
export const LINK_LIVES: LinkLives = { imageMs: 24 * HOUR_MS, archiveMs: 7 * 24 * HOUR_MS }

export type Links = ReturnType<typeof linkBook>
export type CallersLinks = ReturnType<Links['of']>

interface Dependencies {
  /** Signs links; they work only as long as it stays the same. */
  readonly secret: string
  readonly lives: LinkLives
  readonly now: () => number
  /** The grant of a key now; undefined for one that opens nothing any more. */
  readonly grantOf: (keyId: string) => Promise<Grant | undefined>
}

/** Of one request: answers link back to where it came to. */
interface Signing {
  readonly keyId: string
  readonly grant: Grant
  readonly lifeMs: number
}

/**
 * Links that work without an API key. Each expires at its time, and with the key that asked for it: when that is revoked, is disabled or may do
 * something else than when it asked.
 */
export function linkBook({ secret, lives, now, grantOf }: Dependencies) {
  function sign(what: string, { keyId, grant, lifeMs }: Signing): string {
    // Within a part of its life a link stays the same, so that what a browser has fetched serves it again.
    const stepMs = Math.max(1, lifeMs / 24)
    const until = Math.floor(Math.floor((now() + lifeMs) / stepMs) * stepMs).toString(36)
    const rest = `${until}.${stampOf(grant)}.${keyId}`
    return `${signature(what, rest)}.${rest}`
  }

  function signature(what: string, rest: string): string {
    return createHmac('sha256', secret).update(`${what}\n${rest}`).digest('hex').slice(0, 40)
  }

  return {
    /** Links for whoever asks. */
    of(request: FastifyRequest) {
      const { keyId, grant }: Caller = request.caller ?? answer(missing())
      const origin = originOf(request)
      const image = (what: string) => sign(what, { keyId, grant, lifeMs: lives.imageMs })
      const archive = (what: string) => sign(what, { keyId, grant, lifeMs: lives.archiveMs })
      return {
        origin,
        image(id: string): Record<ImageKind, string> {
          const link = (kind: ImageKind) =>
            `${origin}${FILES}/images/${id}/${kind}?key=${image(LINKED.image(id, kind))}`
          return { original: link('original'), thumb: link('thumb'), annotation: link('annotation') }
        },
        /** To the image that stands for a project in a catalog folder, and to its annotations. */
        published(project: string): Record<'thumb' | 'annotation', string> {
          const link = (kind: 'thumb' | 'annotation') =>
            `${origin}${FILES}/catalog/${project}/${kind}?key=${image(LINKED.published(project, kind))}`
          return { thumb: link('thumb'), annotation: link('annotation') }
        },
        /** The file name is for people; the key alone finds the archive. */
        archive: (fileName: string, key: string) =>
          `${origin}${FILES}/exports/${fileName}?key=${key}.${archive(LINKED.archive(key))}`,
        weights: (model: string) => `${origin}${FILES}/models/${model}?key=${archive(LINKED.weights(model))}`,
        zipUpload: (upload: string) => `${origin}${FILES}/uploads/${upload}?key=${archive(LINKED.zipUpload(upload))}`,
        modelUpload(upload: string) {
          const query = new URLSearchParams({ upload, key: archive(LINKED.modelUpload(upload)) })
          return `${origin}${FILES}/models?${query.toString()}`
        },
      }
    },
    /** Whether a link's key is one that was given for this. Refuses one that has expired, or whose API key was revoked or changed. */
    async opens(key: string, what: string): Promise<boolean> {
      const [given = '', until = '', stamp = '', keyId = '', ...more] = key.split('.')
      if (more.length > 0 || !isSameSecret(given, signature(what, `${until}.${stamp}.${keyId}`))) return false
      if (Number.parseInt(until, 36) <= now()) return answer(refuse('link-expired'))
      const grant = await grantOf(keyId)
      if (grant === undefined || stampOf(grant) !== stamp) return answer(refuse('link-revoked'))
      return true
    },
  }
}

/** Tells one choice of rights from another. */
function stampOf(grant: Grant): string {
  const text = grant === null ? 'everything' : [...grant].toSorted().join(' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
