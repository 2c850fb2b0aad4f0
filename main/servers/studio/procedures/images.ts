import { implement } from '@orpc/server'
import { type ImageFilter, imagesContract } from '#common/contract/images'
import { readSearch } from '#common/search/parse'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(imagesContract)

export function imageProcedures({ workspace, projects, images, tagging, files }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    page: os.page.handler(async ({ input }) => images.page(await find(input.project), checked(input))),
    rows: os.rows.handler(async ({ input }) => images.rows(await find(input.project), checked(input))),
    colors: os.colors.handler(async ({ input }) => images.colors(await find(input.project), checked(input))),
    ids: os.ids.handler(async ({ input }) => {
      const { filter, sort } = checked(input)
      return images.ids(await find(input.project), filter, sort)
    }),
    facets: os.facets.handler(async ({ input }) => images.facets(await find(input.project))),
    tags: os.tags.handler(async ({ input }) => images.tags(await find(input.project))),
    read: os.read.handler(async ({ input }) => answer(await images.details(await find(input.project), input.image))),
    edit: os.edit.handler(async ({ input: { project, image, ...wanted } }) => {
      const found = answer(await images.find(await find(project), image))
      answer(await tagging.edit(workspace, found.id, wanted))
      return {}
    }),
    outlines: os.outlines.handler(async ({ input }) => images.outlines(await find(input.project), input.images)),
    faulty: os.faulty.handler(async ({ input }) => {
      const project = await find(input.project)
      const faulty = input.images.map(async (id) => {
        const image = await images.find(project, id)
        return image.ok && (await files.isFaulty(image.value)) ? [id] : []
      })
      return (await Promise.all(faulty)).flat()
    }),
    setSplit: os.setSplit.handler(async ({ input }) => ({
      moved: await images.setSplit(await find(input.project), input.images, input.split),
    })),
    trashed: os.trashed.handler(async ({ input }) => images.trashed(await find(input.project), input.images)),
    trash: os.trash.handler(async ({ input }) => ({
      trashed: await images.trash(await find(input.project), input.images),
    })),
    restore: os.restore.handler(async ({ input }) => ({
      restored: await images.restore(await find(input.project), input.images),
    })),
  })
}

/** A search that cannot be read is refused before anything is looked for. */
function checked<Query extends { readonly filter: ImageFilter }>(query: Query): Query {
  answer(readSearch(query.filter.search ?? ''))
  return query
}
