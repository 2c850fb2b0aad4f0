import { z } from 'zod'
import { type Refusal, refuse } from '../errors.ts'
import { UP_TO_FIRST } from '../first-issue.ts'
import { ok, type Result } from '../result.ts'
import { Augmentation } from './augmentation.ts'
import { issueMessage } from './issue-sentence.ts'
import { Preprocessing } from './preprocessing.ts'

/** Recipe of a version. Absent steps are off. */
export const VersionSettings = z.strictObject({ preprocessing: Preprocessing, augmentation: Augmentation })
export type VersionSettings = z.infer<typeof VersionSettings>

/** Settings of a step that is on. */
export type On<Settings> = Exclude<Settings, undefined | false>

export function isOn<Settings>(settings: Settings): settings is On<Settings> {
  return settings !== undefined && settings !== false
}

/** Returns the number of images made of each training image: the preprocessed original and random variants. */
export function copiesPerTrainingImage({ augmentation }: VersionSettings): number {
  const { image, ...steps } = augmentation
  const isAugmented = Object.values(steps).some(isOn)
  return isAugmented ? (image?.versions ?? 3) : 1
}

/** Stored form of a step, also shown to programs: its parameters beside `enabled`. */
type StoredStep = Readonly<Record<string, unknown>> & { readonly enabled: true }

/** Stored settings: the steps that are on, by key. */
interface StoredSettings {
  readonly preprocessing: Readonly<Record<string, StoredStep>>
  readonly augmentation: Readonly<Record<string, StoredStep>>
}

export function toStoredSettings({ preprocessing, augmentation }: VersionSettings): StoredSettings {
  return { preprocessing: toStoredSteps(preprocessing), augmentation: toStoredSteps(augmentation) }
}

/** Reads stored settings. Throws if `toStoredSettings` did not make them. */
export function fromStoredSettings(stored: unknown): VersionSettings {
  return VersionSettings.parse(withoutEnabled(stored))
}

/** Reads settings from a program, in the plain or the stored form. A refusal names the key. */
export function parseVersionSettings(input: unknown): Result<VersionSettings, Refusal> {
  const plain = withoutEnabled(input)
  // Only the first fault is reported, because listing thousands would block the thread.
  const parsed = VersionSettings.safeParse(plain, UP_TO_FIRST)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return issue ? refuse('settings-misfit', {}, issueMessage(issue, plain)) : refuse('settings-not-understood')
}

function toStoredSteps(steps: Preprocessing | Augmentation): Record<string, StoredStep> {
  return Object.fromEntries(
    Object.entries(steps)
      .filter(([, settings]) => isOn(settings))
      .map(([key, settings]) => [key, { enabled: true, ...(settings === true ? {} : settings) }]),
  )
}

const Entries = z.record(z.string(), z.unknown())

/**
 * Returns the plain form: steps that are off are removed, the others keep only their parameters. Anything else is left
 * for validation.
 */
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
  const isKept = ([key, step]: readonly [string, unknown]) => !(key in known && isOff(step))
  return Object.fromEntries(
    Object.entries(steps.data)
      .filter(isKept)
      .map(([key, step]) => [key, SWITCHES.has(key) ? plainSwitch(step) : plainParameters(step)]),
  )
}

function isOff(step: unknown): boolean {
  return step === false || step === null || enabledOf(step) === false
}

function enabledOf(step: unknown): unknown {
  return typeof step === 'object' && step !== null ? Reflect.get(step, 'enabled') : undefined
}

/** Steps without parameters, whose value is `true` when on. */
const SWITCHES: ReadonlySet<string> = new Set(['auto-orient', 'isolate', 'grayscale', 'mosaic'])

function plainSwitch(step: unknown): unknown {
  const isBare = enabledOf(step) === true && Object.keys(Object(step)).length === 1
  return isBare ? true : step
}

function plainParameters(step: unknown): unknown {
  if (step === true) return {}
  if (enabledOf(step) !== true) return step
  return Object.fromEntries(Object.entries(Object(step)).filter(([name]) => name !== 'enabled'))
}
