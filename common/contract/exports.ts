import { z } from 'zod'
import { ImageId } from '../ids.ts'
import { ImageFilter } from './images.ts'
import { onProject, ProjectRef, Said, TaskRef, VersionRef } from './kit.ts'

export const ExportFormat = z.object({
  id: z.string(),
  title: z.string(),
  /** Contents that the format keeps, in one line. */
  keeps: Said,
  /**
   * `all`: nothing is lost; `boxes`: polygons become boxes; `points`: keypoints lose their boxes; `pixels`: objects that overlap are cut;
   * `classes`: objects lose their places.
   */
  fidelity: z.enum(['all', 'boxes', 'points', 'pixels', 'classes']),
  /** The archive, when it is made already. */
  made: z
    .object({ url: z.string(), fileName: z.string(), bytes: z.number(), sha256: z.string().nullable() })
    .nullable(),
})
export type ExportFormat = z.infer<typeof ExportFormat>

/**
 * Things that a format has no place for, with their number: `images` whose shapes have no place in it, `nulls`, images without any object,
 * or labels: `outlines` become boxes, `turned` boxes become upright, `classes` are those of the labels.
 */
export const LeftOut = z.object({
  kind: z.enum(['outlines', 'turned', 'classes', 'attributes', 'groups', 'lines', 'crowds', 'images', 'nulls']),
  labels: z.number().int(),
})
export type LeftOut = z.infer<typeof LeftOut>

/** Identifiers of formats by what becomes of the labels of a version: `whole` keep every label and image, `boxed` turn outlines into boxes. */
export const KeptFormats = z.object({ whole: z.array(z.string()), boxed: z.array(z.string()) })
export type KeptFormats = z.infer<typeof KeptFormats>

export const ExportDescription = z.object({
  fileName: z.string(),
  /** Lines of the file tree: branches as they are drawn, and behind them the name of a file or folder, or how many there are. */
  tree: z.array(z.object({ branches: z.string(), says: z.union([z.string(), Said]), strong: z.boolean() })),
  /** One record as it will be written, and whose it is; null for a version without labels. */
  record: z.object({ text: z.string(), caption: Said, imageUrl: z.string() }).nullable(),
  bytes: z.number(),
  /** Class names that become ASCII. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** How many labels lose something in the format, kind by kind; empty where nothing is lost beside what `keeps` says. */
  leftOut: z.array(LeftOut).default([]),
})
export type ExportDescription = z.infer<typeof ExportDescription>

const FormatRef = VersionRef.extend({ format: z.string().max(60) })

/** Images of a project: those that a filter shows, or some that were picked. */
export const PickedImages = z.union([
  z.object({ filter: ImageFilter }),
  z.object({ images: z.array(ImageId).min(1).max(1_000_000) }),
])
export type PickedImages = z.infer<typeof PickedImages>

const PickedRef = ProjectRef.extend({ picked: PickedImages, format: z.string().max(60) })

export const exportsContract = {
  formats: onProject('version:read').input(VersionRef).output(z.array(ExportFormat)),
  /** The part of the version's labels that each format keeps; null where they are not counted. */
  kept: onProject('version:read').input(VersionRef).output(KeptFormats.nullable()),
  describe: onProject('version:read').input(FormatRef).output(ExportDescription),
  start: onProject('version:read').input(FormatRef).output(TaskRef),
  /** The formats that images of a project can be exported in as they are now; none is made. */
  pickedFormats: onProject('image:read').input(ProjectRef).output(z.array(ExportFormat)),
  describePicked: onProject('image:read').input(PickedRef).output(ExportDescription),
  /** The selection is noted down before this answers: later edits do not reach the archive. */
  startPicked: onProject('image:read').input(PickedRef).output(TaskRef),
}
