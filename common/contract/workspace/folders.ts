import { z } from 'zod'
import { FolderId, ProjectAddress, ProjectId } from '../../ids.ts'
import { onProject, ProjectRef } from '../kit.ts'

export const FolderView = z.object({
  id: FolderId,
  name: z.string(),
  parentId: FolderId.nullable(),
  /** Projects that are not in the trash. */
  projects: z.array(ProjectAddress),
})
export type FolderView = z.infer<typeof FolderView>

/** All that brings a folder back. */
export const RemovedFolder = z.object({
  folder: z.object({
    id: FolderId,
    name: z.string(),
    parentId: FolderId.nullable(),
    externalId: z.string().nullable(),
  }),
  /** Former contents of the folder. */
  children: z.array(FolderId),
  projects: z.array(ProjectId),
})
export type RemovedFolder = z.infer<typeof RemovedFolder>

const Name = z.string().max(1000)
const FolderRef = z.object({ folder: FolderId })

/** Folders of projects: a tree, each project in one place or in none. */
export const foldersContract = {
  /** By name. */
  list: onProject('folder:read').output(z.array(FolderView)),
  create: onProject('folder:update')
    .input(z.object({ name: Name, parentId: FolderId.nullable() }))
    .output(FolderView),
  rename: onProject('folder:update')
    .input(FolderRef.extend({ name: Name }))
    .output(FolderView),
  /** Null: to the top. Refused where the folder would come to lie in itself. */
  move: onProject('folder:update')
    .input(FolderRef.extend({ parentId: FolderId.nullable() }))
    .output(FolderView),
  /** Moves its contents to the folder above; no project is deleted. Undone by `restore`. */
  remove: onProject('folder:update').input(FolderRef).output(RemovedFolder),
  /** Contents that were moved to another folder meanwhile stay there. */
  restore: onProject('folder:update')
    .input(z.object({ removed: RemovedFolder }))
    .output(FolderView),
  /** Puts a project into a folder, or into none; answers where it lay before. */
  place: onProject('folder:update')
    .input(ProjectRef.extend({ folder: FolderId.nullable() }))
    .output(z.object({ before: FolderId.nullable() })),
}
