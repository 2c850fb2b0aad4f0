import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { MAX_IMAGE_BYTES } from '#core/dataset/images/rules'
import type { Management } from '#core/management/ports'
import type { ImageSource } from '#core/remote/ports'
import { pathOf } from '../calls.ts'
import { type RemoteOptions, remoteHttp } from '../http.ts'

const Links = z.object({
  image: z.object({ urls: z.object({ original: z.string().optional(), thumb: z.string().optional() }).default({}) }),
})

interface Options extends RemoteOptions {
  /** Whose workspace it is. */
  readonly management: Pick<Management, 'identify'>
  /** Where originals lie when the details of an image name no link to them. */
  readonly sourceUrl: string | null
}

/** The pixels of another machine's images, from the links that its answers name and from nowhere else. */
export function remoteImageSource({ management, sourceUrl, ...options }: Options): ImageSource {
  const http = remoteHttp(options)
  const { host } = new URL(options.baseUrl)

  async function linkOf(project: string, image: string, kind: 'original' | 'thumb'): Promise<Result<string, Refusal>> {
    const workspace = await management.identify()
    if (!workspace.ok) return workspace
    const path = pathOf(workspace.value, project, 'images', image)
    const details = await http.ask(Links, { method: 'GET', path })
    if (!details.ok) return details
    const { original, thumb } = details.value.image.urls
    const link = kind === 'thumb' ? (thumb ?? original) : original
    if (link !== undefined) return ok(link)
    if (sourceUrl === null) return refuse('remote-image-without-link', { host })
    return ok(new URL(pathOf(workspace.value, image, 'original.jpg'), sourceUrl).href)
  }

  async function follow(link: string): Promise<Result<AsyncIterable<Uint8Array>, Refusal>> {
    const response = await http.open(link)
    if (!response.ok) return response
    const { body } = response.value
    return body === null ? refuse('remote-image-without-pixels', { host }) : ok(limited(body))
  }

  return {
    async open(project, image, kind) {
      const link = await linkOf(project, image, kind)
      return link.ok ? follow(link.value) : link
    },
    follow,
  }
}

/** Ends with an error when more comes than an image may have. */
async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > MAX_IMAGE_BYTES) throw new Error(`The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`)
    yield chunk
  }
}
