import { implement } from '@orpc/server'
import { versionSourceUrl } from '#common/contract/urls'
import { type DiffRef, type DiffRow, versionDiffContract } from '#common/contract/version-diff'
import type { ProjectSlug } from '#common/ids'
import type { DifferentImage } from '#core/versions/diff/service'
import type { FrozenSource } from '#core/versions/model'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(versionDiffContract)

export function versionDiffProcedures({ workspace, projects, versions, versionDiffs }: StudioServices) {
  async function find(input: DiffRef) {
    const project = answer(await projects.find(workspace, input.project))
    const from = answer(await versions.findReady(project, input.from))
    return { from, to: answer(await versions.findReady(project, input.to)) }
  }
  return os.router({
    read: os.read.handler(async ({ input }) => {
      const { from, to } = await find(input)
      return versionDiffs.read(from, to)
    }),
    page: os.page.handler(async ({ input }) => {
      const { from, to } = await find(input)
      const { total, rows } = await versionDiffs.page(from, to, input)
      return { total, rows: rows.flatMap((image) => toRow(input, image)) }
    }),
  })
}

function toRow({ project, from, to }: DiffRef, { before, after, marks, labels }: DifferentImage): DiffRow[] {
  const newest = after ?? before
  if (newest === undefined) return []
  return [
    {
      image: newest.imageId,
      name: newest.name,
      marks: [...marks],
      before: before === undefined ? null : toSide(project, from, before),
      after: after === undefined ? null : toSide(project, to, after),
      labels: [...labels],
    },
  ]
}

function toSide(project: ProjectSlug, version: number, source: FrozenSource): NonNullable<DiffRow['before']> {
  const { position, blob, split, width, height } = source
  const url = { project, version, position, blob }
  const [thumb, screen] = [versionSourceUrl(url, 'thumb'), versionSourceUrl(url, 'screen')]
  return { split, width, height, thumb, screen }
}
