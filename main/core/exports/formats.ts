import type { LeftOut } from '#common/contract/exports'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ToldCounts } from '../versions/model.ts'
import type { ExportWriter, FormatInfo } from './ports.ts'

/** How many labels lose something in a format. */
export function leftOutOf({ leavesOut }: Pick<FormatInfo, 'leavesOut'>, told: ToldCounts): LeftOut[] {
  return leavesOut.map((kind) => ({ kind, labels: told[kind] })).filter(({ labels }) => labels > 0)
}

/** The format of that identifier, when it fits the kind of project; a refusal names those that do. */
export function fittingFormat(
  writer: Pick<ExportWriter, 'formats'>,
  type: ProjectType,
  id: string,
): Result<FormatInfo, Refusal> {
  const fitting = writer.formats(type)
  const format = fitting.find((known) => known.id === id || known.aliases.includes(id))
  if (format) return ok(format)
  const allowed = fitting.map((known) => known.id).join(', ')
  return refuse(
    'format-unknown',
    `"${id.slice(0, 40)}" is not an export format for this project. Use one of: ${allowed}`,
  )
}
