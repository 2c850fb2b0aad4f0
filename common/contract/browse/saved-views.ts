import { z } from 'zod'
import { SavedViewId } from '../../ids.ts'
import { ImageFilter, ImageSort } from '../images.ts'
import { onProject, ProjectRef } from '../kit.ts'

/** How the images of a query are laid out. */
export const ImageLayout = z.enum(['grid', 'rows', 'similar'])
export type ImageLayout = z.infer<typeof ImageLayout>

/** State of the Images screen. */
export const ViewedImages = z.object({ filter: ImageFilter, sort: ImageSort, layout: ImageLayout })
export type ViewedImages = z.infer<typeof ViewedImages>

export const SavedView = z.object({ id: SavedViewId, name: z.string(), shows: ViewedImages })
export type SavedView = z.infer<typeof SavedView>

/** Longest name of a view, in UTF-16 units. */
export const MAX_VIEW_NAME = 60

const ViewRef = ProjectRef.extend({ view: SavedViewId })

export const savedViewsContract = {
  /** By name. */
  list: onProject('project:read').input(ProjectRef).output(z.array(SavedView)),
  save: onProject('project:update')
    .input(ProjectRef.extend({ name: z.string(), shows: ViewedImages }))
    .output(SavedView),
  rename: onProject('project:update')
    .input(ViewRef.extend({ name: z.string() }))
    .output(SavedView),
  /** Answers what was taken away, so that it can be saved again. */
  remove: onProject('project:update').input(ViewRef).output(SavedView),
}
