import { implement } from '@orpc/server'
import { exportsContract, type PickedImages } from '#common/contract/exports'
import { said } from '#common/messages/sentence'
import { readSearch } from '#common/search/parse'
import type { WantedSearchExport } from '#core/exchange/exports/search/service'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(exportsContract)

export function exportProcedures(services: StudioServices) {
  const { workspace, projects, versions, exports, searchExports } = services
  async function find(input: { project: string; version: number }) {
    const project = answer(await projects.find(workspace, input.project))
    return { project, version: answer(await versions.findReady(project, input.version)) }
  }
  return os.router({
    formats: os.formats.handler(async ({ input }) => {
      const { project, version } = await find(input)
      return exports.formats(project, version)
    }),
    kept: os.kept.handler(async ({ input }) => {
      const { project, version } = await find(input)
      return exports.kept(project, version)
    }),
    describe: os.describe.handler(async ({ input }) =>
      answer(await exports.describe(workspace, { ...(await find(input)), format: input.format })),
    ),
    start: os.start.handler(async ({ input }) => {
      const of = { ...(await find(input)), format: input.format }
      const state = answer(await exports.start(workspace, of))
      return { taskId: state.kind === 'making' ? state.taskId : state.record.taskId }
    }),
    pickedFormats: os.pickedFormats.handler(async ({ input }) => {
      const project = answer(await projects.find(workspace, input.project))
      return searchExports.formats(project).map((format) => ({ ...format, keeps: said(format.keeps), made: null }))
    }),
    describePicked: os.describePicked.handler(async ({ input }) =>
      answer(await searchExports.describe(workspace, await wantedOf(services, input))),
    ),
    startPicked: os.startPicked.handler(async ({ input }) => ({
      taskId: answer(await searchExports.start(workspace, await wantedOf(services, input))),
    })),
  })
}

interface PickedInput {
  readonly project: string
  readonly picked: PickedImages
  readonly format: string
}

/** Images picked on the Images page, and the name of their export. */
async function wantedOf(
  { workspace, projects, images }: Pick<StudioServices, 'workspace' | 'projects' | 'images'>,
  { project: slug, picked, format }: PickedInput,
): Promise<WantedSearchExport> {
  const project = answer(await projects.find(workspace, slug))
  const search = 'filter' in picked ? (picked.filter.search ?? '') : ''
  answer(readSearch(search))
  const ids = 'filter' in picked ? await images.ids(project, picked.filter, 'added') : picked.images
  const words = { name: search === '' ? project.name : `${project.name} ${search}`, search: search || 'picked by hand' }
  return { picked: { kind: 'images', projects: [project.id], images: ids }, projects: [project], format, ...words }
}
