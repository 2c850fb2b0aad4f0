import { z } from 'zod'
import { SEARCH_LIMITS, SELECTORS } from '#common/search/query'
import { SEARCH_PAGE } from '#core/dataset/search/service'
import { EncodedImage, Seconds, WorkspacePath } from './kit.ts'

/** The query language for people who read the reference. */
export const LANGUAGE = [
  `A query is words and selectors, in any case, side by side: all must hold. A word is a part of the file name, or a whole tag or
class. \`OR\`, \`AND\`, \`NOT\` or a leading \`-\`, parentheses and "quotes" work as usual; \`*\` or nothing is every image. Images are
found by words: there is no model here that ranks them by meaning.`,
  ...SELECTORS.map(({ example, about }) => `- \`${example}\` — ${about}`),
].join('\n')

const Query = z.string().max(SEARCH_LIMITS.length)

/** Clients send an empty text, or null, where they mean nothing. */
const Text = z
  .string()
  .nullish()
  .transform((text) => text || undefined)

/** Clients write truth values as texts too. */
const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'True', 'False', ''])])
  .nullish()
  .transform((flag) => (flag === null || flag === '' || flag === undefined ? undefined : /^true$/i.test(String(flag))))

/** Names that are not known are ignored. */
const Fields = z.array(z.string().max(100)).max(100).meta({ description: 'id is always told' })

const pageSize = () => z.int().min(1).max(SEARCH_PAGE.most).default(SEARCH_PAGE.usual)

export const ProjectSearchBody = z
  .object({
    prompt: Query.nullish().meta({ description: 'In the query language' }),
    like_image: Text.meta({
      description: 'Id of an image of the project; results are sorted by similarity, most similar first',
    }),
    image_base64: EncodedImage.meta({
      description: 'A base64-encoded image; results are sorted by similarity, most similar first',
    }),
    offset: z.int().min(0).default(0),
    limit: pageSize(),
    tag: Text,
    class_name: Text,
    in_dataset: Flag.meta({ description: 'Whether versions take the image in: it is labelled' }),
    batch: Flag.meta({ description: 'false filters nothing; every image is in a batch' }),
    batch_id: Text.meta({ description: 'Id or name of a batch' }),
    annotation_job: Flag.meta({ description: 'true: images in some annotation job; false filters nothing' }),
    annotation_job_id: Text.meta({ description: 'Id or name of an annotation job' }),
    fields: Fields.default(['id', 'created', 'name', 'labels']),
  })
  .meta({ id: 'ProjectSearch' })

export const WorkspaceSearchBody = z
  .object({
    query: Query.default(''),
    pageSize: pageSize(),
    fields: Fields.default(['tags', 'projects', 'filename']),
    continuationToken: Text,
    like_image: Text.meta({ description: 'Refused: images are compared within one project' }),
    image_base64: Text.meta({ description: 'Refused: images are compared within one project' }),
  })
  .meta({ id: 'WorkspaceSearch' })

export const SearchExportWishBody = z
  .object({
    query: Query,
    format: z.string().max(100).default('coco'),
    dataset: Text.meta({ description: 'Slug of the one project that is searched' }),
    annotationGroup: Text.meta({ description: 'Only projects whose objects are called this together' }),
    name: z.string().max(200).nullish().meta({ description: 'What the archive shall be called' }),
  })
  .meta({ id: 'SearchExportWish' })

export const SearchExportStartedBody = z
  .object({ success: z.literal(true), link: z.string().meta({ description: 'The identifier of the export' }) })
  .meta({ id: 'SearchExportStarted' })

export const SearchExportBody = z
  .union([
    z.object({ ready: z.literal(false), progress: z.number().min(0).lt(1) }),
    z.object({
      ready: z.literal(true),
      progress: z.literal(1),
      link: z.string().meta({ description: 'Of the archive. It carries its own private key: do not share it' }),
    }),
  ])
  .meta({ id: 'SearchExport' })

export const SearchExportPath = WorkspacePath.extend({ exportId: z.string() })

export const FoundImageBody = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    filename: z.string().optional(),
    created: Seconds.optional(),
    annotations: z.object({ count: z.int(), classes: z.record(z.string(), z.int()) }).optional(),
    labels: z.array(z.string()).optional(),
    split: z.string().optional(),
    tags: z.array(z.string()).optional(),
    owner: z.string().optional(),
    user_metadata: z.record(z.string(), z.unknown()).optional(),
    url: z.string().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    aspectRatio: z.number().optional(),
    projects: z.array(z.string()).optional(),
  })
  .meta({ id: 'FoundImage' })

export const ProjectFindingsBody = z
  .object({ results: z.array(FoundImageBody), total: z.int(), offset: z.int() })
  .meta({ id: 'ProjectFindings' })

export const WorkspaceFindingsBody = z
  .object({ results: z.array(FoundImageBody), total: z.int(), continuationToken: z.string().nullable() })
  .meta({ id: 'WorkspaceFindings' })
