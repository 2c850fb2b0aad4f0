import type { ExportVersion } from '#common/exports/model'

export function licenseName({ license }: ExportVersion): string {
  return oneLine(license) || 'Unknown'
}

/** The moment a version was made, to the second: `2026-01-02T03:04:05+00:00`. */
export function createdAtText({ createdAt }: ExportVersion): string {
  return `${createdAt.toISOString().slice(0, 19)}+00:00`
}

/** The title of the dataset: `Bay v3`, or the search that found its images. */
export function editionTitle({ projectName, number, name, search }: ExportVersion): string {
  return search === undefined ? `${projectName} v${number}` : oneLine(name)
}

export function slugsOf({ id }: ExportVersion): { readonly workspace: string; readonly project: string } {
  const [workspace = '', project = ''] = id.split('/')
  return { workspace, project }
}

/** A text that cannot break the line it is written on. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
