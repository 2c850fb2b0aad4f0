import { z } from 'zod'
import { CATALOG_PAGE } from '#core/exchange/catalog/service'
import { EncodedImage, QueryText } from './kit.ts'

const NOT_A_NUMBER = 'must be a whole number'

/** Programs write numbers as texts; an empty one counts as none. */
const count = (usual: number, most: number) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value[0] : value === '' || value === null ? undefined : value),
    z.coerce.number(NOT_A_NUMBER).int(NOT_A_NUMBER).min(1).max(most).default(usual),
  )

const MAX_PAGE = 1_000_000

export const CatalogQueryString = z.object({
  q: QueryText.meta({ description: 'Words and filters; empty: all projects' }),
  page: count(1, MAX_PAGE).meta({ description: 'From 1' }),
  limit: count(CATALOG_PAGE.usual, CATALOG_PAGE.most),
  type: QueryText.optional().meta({ description: 'Only projects of this type' }),
})

const Text = z
  .string()
  .nullish()
  .transform((text) => text || undefined)

export const CatalogImageSearchBody = z
  .object({
    image: EncodedImage.meta({ description: 'An image in base64, or its address beginning with http' }),
    image_base64: EncodedImage.meta({ description: 'An image in base64' }),
    q: z.string().nullish(),
    page: count(1, MAX_PAGE),
    limit: count(CATALOG_PAGE.usual, CATALOG_PAGE.most),
    type: Text,
  })
  .meta({ id: 'CatalogImageSearch' })

const CatalogProjectBody = z
  .object({
    name: z.string(),
    type: z.string(),
    images: z.int(),
    url: z.string().meta({ description: 'Its address, for a copy' }),
    workspace: z.string(),
    project: z.string(),
    license: z.string(),
    thumbnail: z.string().nullable(),
    annotationThumbnail: z.string().nullable().meta({ description: 'The labels alone, as SVG' }),
  })
  .meta({ id: 'CatalogProject' })

export const CatalogFindingsBody = z
  .object({ results: z.array(CatalogProjectBody), total: z.int() })
  .meta({ id: 'CatalogFindings' })

export const ForkBody = z
  .object({
    url: Text.meta({ description: 'A link to the project, or workspace/project' }),
    source_project: Text.meta({ description: 'In place of url: its address, with or without the workspace' }),
    source_workspace: Text,
  })
  .meta({ id: 'Fork' })

/** Further keys are ignored. */
export const ProjectChangeBody = z
  .object({ public: z.boolean().meta({ description: 'Whether the project is shown in the catalog' }) })
  .meta({ id: 'ProjectChange' })
