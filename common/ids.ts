import { z } from 'zod'

/** Identifiers are branded so that one kind cannot be handed over as another. */
const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
const token = z.string().regex(/^[A-Za-z0-9]{8,32}$/)

export const WorkspaceSlug = slug.brand<'WorkspaceSlug'>()
export type WorkspaceSlug = z.infer<typeof WorkspaceSlug>

export const ProjectSlug = slug.brand<'ProjectSlug'>()
export type ProjectSlug = z.infer<typeof ProjectSlug>

export const ProjectId = token.brand<'ProjectId'>()
export type ProjectId = z.infer<typeof ProjectId>

/** The slug of a project, or its id where the slug is damaged. */
export const ProjectAddress = z.union([ProjectSlug, ProjectId])
export type ProjectAddress = z.infer<typeof ProjectAddress>

export const ImageId = token.brand<'ImageId'>()
export type ImageId = z.infer<typeof ImageId>

export const ClassId = token.brand<'ClassId'>()
export type ClassId = z.infer<typeof ClassId>

export const ShapeId = token.brand<'ShapeId'>()
export type ShapeId = z.infer<typeof ShapeId>

/** Of an attribute of a class. */
export const AttributeId = token.brand<'AttributeId'>()
export type AttributeId = z.infer<typeof AttributeId>

/** Of labels that are picked together. */
export const GroupId = token.brand<'GroupId'>()
export type GroupId = z.infer<typeof GroupId>

export const ProposalId = token.brand<'ProposalId'>()
export type ProposalId = z.infer<typeof ProposalId>

export const BatchId = token.brand<'BatchId'>()
export type BatchId = z.infer<typeof BatchId>

export const FolderId = token.brand<'FolderId'>()
export type FolderId = z.infer<typeof FolderId>

/** An act on many images. */
export const BulkActId = token.brand<'BulkActId'>()
export type BulkActId = z.infer<typeof BulkActId>

export const SavedViewId = token.brand<'SavedViewId'>()
export type SavedViewId = z.infer<typeof SavedViewId>

export const CommentId = token.brand<'CommentId'>()
export type CommentId = z.infer<typeof CommentId>

export const TaskId = token.brand<'TaskId'>()
export type TaskId = z.infer<typeof TaskId>

/** SHA-256 of a blob's bytes, 64 lower-case hexadecimal digits. */
export const BlobHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'BlobHash'>()
export type BlobHash = z.infer<typeof BlobHash>
