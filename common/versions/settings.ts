import { z } from 'zod'
import { type Refusal, refuse } from '../errors.ts'
import { ok, type Result } from '../result.ts'
import { issueSentence } from './issue-sentence.ts'

/** The documented ways to bring a picture to one size; the wording is the specification's. */
export const RESIZE_FORMATS = [
  'Stretch to',
  'Fill (with center crop) in',
  'Fit within',
  'Fit (reflect edges) in',
  'Fit (black edges) in',
  'Fit (white edges) in',
] as const
export type ResizeFormat = (typeof RESIZE_FORMATS)[number]

/** Numbers come back from stored versions and scripts as strings too. */
const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
)
const within = (min: number, max: number) => number.pipe(z.number().min(min).max(max))
const wholeWithin = (min: number, max: number) => number.pipe(z.number().int().min(min).max(max))

const Resize = z.strictObject({
  width: wholeWithin(1, 8192),
  height: wholeWithin(1, 8192),
  format: z.enum(RESIZE_FORMATS),
})

const Flip = z.strictObject({ horizontal: z.boolean().default(false), vertical: z.boolean().default(false) })

const Rotate = z.strictObject({ degrees: within(0, 45) })

const Brightness = z
  .strictObject({ brighten: z.boolean().default(true), darken: z.boolean().default(true), percent: within(0, 99) })
  .refine(({ brighten, darken }) => brighten || darken, 'needs brighten, darken or both')

const Copies = z.strictObject({ versions: wholeWithin(1, Number.MAX_SAFE_INTEGER) })

export const Preprocessing = z.strictObject({ 'auto-orient': z.boolean().optional(), resize: Resize.optional() })
export type Preprocessing = z.infer<typeof Preprocessing>

export const Augmentation = z.strictObject({
  flip: Flip.optional(),
  rotate: Rotate.optional(),
  brightness: Brightness.optional(),
  image: Copies.optional(),
})
export type Augmentation = z.infer<typeof Augmentation>

/** How a version is made from its pictures. A step that is absent is off. */
export const VersionSettings = z.strictObject({ preprocessing: Preprocessing, augmentation: Augmentation })
export type VersionSettings = z.infer<typeof VersionSettings>

/** Copies made of each training picture: the preprocessed original and one random variant for each further copy. */
export function copiesPerTrainingImage({ augmentation }: VersionSettings): number {
  const { image, ...steps } = augmentation
  const isAugmented = Object.values(steps).some((step) => step !== undefined)
  return isAugmented ? (image?.versions ?? 3) : 1
}

/** A step as it is kept and shown to programs: its parameters beside `enabled`. */
type StoredStep = Readonly<Record<string, unknown>> & { readonly enabled: true }

/** Settings as they are kept: the steps that are on, by key. */
interface StoredSettings {
  readonly preprocessing: Readonly<Record<string, StoredStep>>
  readonly augmentation: Readonly<Record<string, StoredStep>>
}

export function toStoredSettings({ preprocessing, augmentation }: VersionSettings): StoredSettings {
  return { preprocessing: toStoredSteps(preprocessing), augmentation: toStoredSteps(augmentation) }
}

/** Settings that were kept. Throws when they are not what `toStoredSettings` made. */
export function fromStoredSettings(stored: unknown): VersionSettings {
  return VersionSettings.parse(withoutEnabled(stored))
}

/** Settings as a program sends them, in the plain or the stored form. The refusal names the key at fault. */
export function parseVersionSettings(input: unknown): Result<VersionSettings, Refusal> {
  const plain = withoutEnabled(input)
  const parsed = VersionSettings.safeParse(plain)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return refuse('settings-invalid', issue ? issueSentence(issue, plain) : 'The settings are not understood')
}

function toStoredSteps(steps: Preprocessing | Augmentation): Record<string, StoredStep> {
  const isOn = ([, settings]: readonly [string, unknown]) => settings !== undefined && settings !== false
  return Object.fromEntries(
    Object.entries(steps)
      .filter(isOn)
      .map(([key, settings]) => [key, { enabled: true, ...(settings === true ? {} : settings) }]),
  )
}

const Entries = z.record(z.string(), z.unknown())
const Off = z.union([z.literal(false), z.null(), z.looseObject({ enabled: z.literal(false) })])
const Enabled = z.looseObject({ enabled: z.literal(true) })

/** The plain form: steps that are off are gone, the others are their parameters alone. Anything else stays to be judged. */
function withoutEnabled(input: unknown): unknown {
  const sections = Entries.safeParse(input)
  if (!sections.success) return input
  const { preprocessing, augmentation } = sections.data
  return {
    ...sections.data,
    ...(preprocessing !== undefined && { preprocessing: plainSteps(preprocessing, Preprocessing.shape) }),
    ...(augmentation !== undefined && { augmentation: plainSteps(augmentation, Augmentation.shape) }),
  }
}

function plainSteps(section: unknown, known: object): unknown {
  const steps = Entries.safeParse(section)
  if (!steps.success) return section
  const isKept = ([key, step]: readonly [string, unknown]) => !(key in known && Off.safeParse(step).success)
  return Object.fromEntries(
    Object.entries(steps.data)
      .filter(isKept)
      .map(([key, step]) => [key, SWITCHES.has(key) ? plainSwitch(step) : plainParameters(step)]),
  )
}

/** Steps without parameters: on is `true`. */
const SWITCHES: ReadonlySet<string> = new Set(['auto-orient'])

function plainSwitch(step: unknown): unknown {
  return z.strictObject({ enabled: z.literal(true) }).safeParse(step).success ? true : step
}

function plainParameters(step: unknown): unknown {
  if (step === true) return {}
  const entry = Enabled.safeParse(step)
  if (!entry.success) return step
  const { enabled: _, ...parameters } = entry.data
  return parameters
}
