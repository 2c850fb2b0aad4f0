import { z } from 'zod'
import type { ProjectSlug } from '#common/ids'
import { Draft, FIRST_DRAFT } from './draft.ts'

/** The settings of the last version of a project, kept by the browser. */
export function recallDraft(project: ProjectSlug): Draft {
  return readDraft(localStorage.getItem(keyOf(project)))
}

/** A draft as it was kept, also by earlier versions of the program; what cannot be read is as at first. */
export function readDraft(text: string | null): Draft {
  const stored = parsed(text)
  const draft = Draft.safeParse(fromFirstForm(stored) ?? stored)
  return draft.success ? draft.data : FIRST_DRAFT
}

export function rememberDraft(project: ProjectSlug, draft: Draft): void {
  localStorage.setItem(keyOf(project), JSON.stringify(draft))
}

function keyOf(project: ProjectSlug): string {
  return `tessera.version-settings.${project}`
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How drafts were kept when there were five steps. */
const FirstForm = z.object({
  autoOrient: z.boolean(),
  resize: z.looseObject({ on: z.boolean() }),
  copies: z.number(),
  flip: z.object({ on: z.boolean(), axes: z.enum(['horizontal', 'vertical', 'both']) }),
  rotate: z.looseObject({ on: z.boolean() }),
  brightness: z.object({ on: z.boolean(), ways: z.enum(['both', 'brighten', 'darken']), percent: z.number() }),
})

function fromFirstForm(input: unknown): unknown {
  const { data } = FirstForm.safeParse(input)
  if (data === undefined) return undefined
  const { autoOrient, copies, flip, brightness } = data
  const { axes } = flip
  const { ways, percent } = brightness
  return {
    preprocessing: { 'auto-orient': { on: autoOrient, settings: {} }, resize: asStep(data.resize) },
    augmentation: {
      flip: { on: flip.on, settings: { horizontal: axes !== 'vertical', vertical: axes !== 'horizontal' } },
      rotate: asStep(data.rotate),
      brightness: {
        on: brightness.on,
        settings: { brighten: ways !== 'darken', darken: ways !== 'brighten', percent },
      },
    },
    copies,
  }
}

function asStep({ on, ...settings }: { readonly on: boolean }) {
  return { on, settings }
}
