import { z } from 'zod'
import { RESIZE_FORMATS } from '#common/versions/preprocessing'
import type { VersionSettings } from '#common/versions/settings'

/** What the wizard's controls say. A step that is off keeps its values, so that switching it on again brings them back. */
export const Draft = z
  .object({
    autoOrient: z.boolean(),
    resize: z.object({
      on: z.boolean(),
      width: z.number().int().min(1).max(8192),
      height: z.number().int().min(1).max(8192),
      format: z.enum(RESIZE_FORMATS),
    }),
    copies: z.number().int().min(1),
    flip: z.object({ on: z.boolean(), axes: z.enum(['horizontal', 'vertical', 'both']) }),
    rotate: z.object({ on: z.boolean(), degrees: z.number().int().min(1).max(45) }),
    brightness: z.object({
      on: z.boolean(),
      ways: z.enum(['both', 'brighten', 'darken']),
      percent: z.number().int().min(1).max(99),
    }),
  })
  .readonly()
export type Draft = z.infer<typeof Draft>

/** What a project's first version is offered. */
export const FIRST_DRAFT: Draft = {
  autoOrient: true,
  resize: { on: true, width: 640, height: 640, format: 'Stretch to' },
  copies: 3,
  flip: { on: false, axes: 'horizontal' },
  rotate: { on: false, degrees: 12 },
  brightness: { on: false, ways: 'both', percent: 20 },
}

/** The augmentation steps that are on. */
export type AugmentStep = 'flip' | 'rotate' | 'brightness'

export function stepsOn(draft: Draft): readonly AugmentStep[] {
  const steps: readonly AugmentStep[] = ['flip', 'rotate', 'brightness']
  return steps.filter((step) => draft[step].on)
}

/** The settings that the draft stands for: a step that is off is absent. */
export function settingsOf(draft: Draft): VersionSettings {
  const { resize } = draft
  return {
    preprocessing: {
      'auto-orient': draft.autoOrient,
      ...(resize.on && { resize: { width: resize.width, height: resize.height, format: resize.format } }),
    },
    augmentation: augmentationOf(draft),
  }
}

function augmentationOf(draft: Draft): VersionSettings['augmentation'] {
  const { flip, rotate, brightness, copies } = draft
  if (stepsOn(draft).length === 0) return {}
  return {
    ...(flip.on && { flip: { horizontal: flip.axes !== 'vertical', vertical: flip.axes !== 'horizontal' } }),
    ...(rotate.on && { rotate: { degrees: rotate.degrees } }),
    ...(brightness.on && {
      brightness: {
        brighten: brightness.ways !== 'darken',
        darken: brightness.ways !== 'brighten',
        percent: brightness.percent,
      },
    }),
    image: { versions: copies },
  }
}
