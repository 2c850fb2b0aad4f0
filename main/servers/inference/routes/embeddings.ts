import type { ModelWish } from '#core/models/inference/choice'
import { type Asking, chooseFor, otherModel } from '../asking.ts'
import { imagesIn } from '../bodies/images.ts'
import { compare, embedder, fewTexts } from '../comparing.ts'
import { clipWish, perceptionWish } from '../families.ts'
import {
  ClipCompareBody,
  ClipImageBody,
  ClipTextBody,
  type CompareBody,
  ComparisonBody,
  EmbeddingBody,
  PerceptionCompareBody,
  PerceptionImageBody,
  PerceptionTextBody,
} from '../schemas/embeddings.ts'
import { FAILURES, type ImageInput, Query } from '../schemas/kit.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { ROWS_AT_ONCE, sendRows } from '../wire/embeddings.ts'

interface Versions {
  readonly model_id?: string | undefined
  readonly clip_version_id?: string | undefined
  readonly perception_encoder_version_id?: string | undefined
}

/** Differences between the two families. */
const FAMILIES = [
  {
    path: '/clip',
    tag: 'CLIP',
    wishOf: ({ model_id, clip_version_id }: Versions) => clipWish({ modelId: model_id, version: clip_version_id }),
    bodies: { image: ClipImageBody, text: ClipTextBody, compare: ClipCompareBody },
  },
  {
    path: '/perception_encoder',
    tag: 'Perception Encoder',
    wishOf: ({ model_id, perception_encoder_version_id: version }: Versions) =>
      perceptionWish({ modelId: model_id, version }),
    bodies: { image: PerceptionImageBody, text: PerceptionTextBody, compare: PerceptionCompareBody },
  },
] as const

/** Routes for embeddings of images and texts, and their similarity. */
export function embeddingRoutes(server: InferenceServer, { inference, fetcher }: InferenceServices): void {
  const open = async (asking: Asking, wish: ModelWish) => {
    const chosen = await chooseFor(asking, wish)
    return { chosen, embed: embedder(asking, chosen, fetcher) }
  }

  async function embedded(asking: Asking, wish: ModelWish, what: Embedded) {
    const { chosen, embed } = await open(asking, wish)
    const rows = 'images' in what ? await embed.images(what.images) : await embed.texts(what.texts)
    const rest = { time: embed.seconds(), ...NO_IDS, ...otherModel(chosen) }
    if (rows.length > ROWS_AT_ONCE) return sendRows(asking.reply, rows, rest)
    return asking.reply.send({ embeddings: rows.map((row) => [...row]), ...rest })
  }

  async function compared(asking: Asking, wish: ModelWish, body: CompareBody) {
    const { chosen, embed } = await open(asking, wish)
    const similarity = await compare(embed, body)
    return { similarity, time: embed.seconds(), ...NO_IDS, parent_id: null, ...otherModel(chosen) }
  }

  for (const { path, tag, wishOf, bodies } of FAMILIES) {
    const schema = { tags: [tag], querystring: Query }

    server.post(`${path}/embed_image`, {
      schema: { ...schema, summary: 'Embed images', body: bodies.image, response: EMBEDDED },
      handler: async (request, reply) =>
        embedded({ request, reply, inference }, wishOf(request.body), { images: imagesIn(request.body.image).images }),
    })

    server.post(`${path}/embed_text`, {
      config: { howToSendLess: 'Send fewer texts at once' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: { ...schema, summary: 'Embed texts', body: bodies.text, response: EMBEDDED },
      handler: async (request, reply) =>
        embedded({ request, reply, inference }, wishOf(request.body), {
          texts: fewTexts('text', [request.body.text].flat()),
        }),
    })

    server.post(`${path}/compare`, {
      schema: {
        ...schema,
        summary: 'How alike images and texts are',
        body: bodies.compare,
        response: { 200: ComparisonBody, ...FAILURES },
      },
      handler: async (request, reply) => compared({ request, reply, inference }, wishOf(request.body), request.body),
    })
  }
}

/** A million characters take at most 6 MB, however they are escaped. */
const TEXT_BODY_BYTES = 8 * 1024 * 1024

type Embedded = { readonly images: readonly ImageInput[] } | { readonly texts: readonly string[] }

const EMBEDDED = { 200: EmbeddingBody, ...FAILURES }
const NO_IDS = { inference_id: null, frame_id: null }
