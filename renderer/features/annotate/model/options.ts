import { z } from 'zod'
import { ProjectType } from '#common/contract/projects'
import { USUAL_DETAIL } from '#renderer/tools/detail'
import { PAINT_WAYS } from '#renderer/tools/mask/brush'
import { KEPT_FORMS } from '#renderer/tools/smart/outline'
import { BrushOptions } from './brush-options.ts'

/** Options of the editor that a user gets used to: they survive images, projects and restarts. */
export const Options = z.object({
  /** The tool that was in hand last, for types of projects that `tools` does not name: older pages kept one for all. */
  tool: z.string().optional().catch(undefined),
  /** The tool that was in hand last in projects of a type. */
  tools: z.partialRecord(ProjectType, z.string()).catch({}),
  hasCrosshair: z.boolean().catch(true),
  hasLabels: z.boolean().catch(true),
  acceptsEach: z.boolean().catch(false),
  /** Vertices and corners go onto what they come near. */
  snaps: z.boolean().catch(true),
  /** Vertices of different outlines that lie on each other move together. */
  welds: z.boolean().catch(false),
  detail: z.number().min(0).max(10).catch(USUAL_DETAIL),
  /** Suggestions below this score are not shown. */
  threshold: z.number().min(0).max(1).catch(0),
  /** The strip of view adjustments. */
  hasViewStrip: z.boolean().catch(false),
  /** Adjustments go on to the next images. */
  keepsTone: z.boolean().catch(false),
  /** Zoom and position go on to the next images. */
  keepsPlace: z.boolean().catch(false),
  /** Single pixels are told apart from 200 % on. */
  isSharpEarly: z.boolean().catch(false),
  hasMiniMap: z.boolean().catch(true),
  /** Tab shows the shape that it goes to as large as it fits. */
  zoomsToNext: z.boolean().catch(false),
  hasInspector: z.boolean().catch(true),
  /** With one class an image, its key leads to the next image. */
  goesOn: z.boolean().catch(true),
  keepAs: z.partialRecord(ProjectType, z.enum(KEPT_FORMS)).catch({}),
  /** Clean-up of every smart cut. */
  finish: z
    .object({ keepsLargest: z.boolean(), holesBelow: z.number().min(0).max(1_000_000), smooths: z.boolean() })
    .catch({ keepsLargest: false, holesBelow: 0, smooths: false }),
  /** Cuts leave the pixels of other labels alone. */
  isNeighbourly: z.boolean().catch(false),
  /** The cut that a click would make is shown under the pointer at rest. */
  hasPreview: z.boolean().catch(true),
  /** The drawing tool and class that were used last, for drawing again. */
  lastDrawn: z.string().optional().catch(undefined),
  brush: BrushOptions,
  paintWay: z.enum(PAINT_WAYS).catch('stroke'),
  /** How far a channel may differ, 0…255, for a pixel to count as of one color. */
  wandTolerance: z.int().min(0).max(255).catch(24),
  /** Painting stays beside the pixels of other masks. */
  keepsMasksApart: z.boolean().catch(false),
})
export type Options = z.infer<typeof Options>
