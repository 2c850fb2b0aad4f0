import type { z } from 'zod'
import type { WorkspaceHead } from '#core/management/model'
import type { WorkspaceHeadBody } from '../schemas/projects.ts'

/** Moments are written as seconds since 1970 with fraction. */
export function toSeconds(moment: Date): number {
  return moment.getTime() / 1000
}

/** A truth value in a query; Python programs write it with a capital. */
export function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true'
}

export function toHeadBody({ slug, name, members }: WorkspaceHead): z.input<typeof WorkspaceHeadBody> {
  return { name, url: slug, members }
}
