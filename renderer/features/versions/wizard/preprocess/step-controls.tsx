import { createElement, type ReactNode } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { PreviewImage } from '#common/contract/versions'
import type { PreprocessingKey } from '#common/versions/steps'
import type { PreviewAnswer } from '../use-preview.ts'
import { ClassesSettings } from './classes-settings.tsx'
import { ContrastSettings } from './contrast-settings.tsx'
import { CropSettings } from './crop-settings.tsx'
import { FilesSettings } from './files-settings.tsx'
import { LabelledSettings } from './labelled-settings.tsx'
import { ResizeSettings } from './resize-settings.tsx'
import type { SettingsProps } from './settings-props.ts'
import { TagsSettings } from './tags-settings.tsx'
import { TilesSettings } from './tiles-settings.tsx'

interface Around {
  readonly classes: readonly LabelClass[]
  readonly tags: readonly string[]
  /** An image of the project to show things on. */
  readonly image: PreviewImage | undefined
}

type Control<Key extends PreprocessingKey> = (props: SettingsProps<Key> & Around) => ReactNode

const CONTROLS: { readonly [Key in PreprocessingKey]: Control<Key> } = {
  'filter-tags': TagsSettings,
  remap: ClassesSettings,
  'auto-orient': Nothing,
  'static-crop': CropSettings,
  isolate: Nothing,
  tile: TilesSettings,
  'filter-null': LabelledSettings,
  contrast: ContrastSettings,
  grayscale: Nothing,
  resize: ResizeSettings,
  'image-format': FilesSettings,
}

/** The sentence of the step says it all. */
function Nothing() {
  return null
}

interface StepControlsProps<Key extends PreprocessingKey> extends SettingsProps<Key>, Omit<Around, 'image'> {
  readonly step: Key
  readonly preview: PreviewAnswer | undefined
}

/** Settings of one step. */
export function StepControls<Key extends PreprocessingKey>(props: StepControlsProps<Key>) {
  const { step, preview, ...rest } = props
  const control: Control<Key> = CONTROLS[step]
  return createElement(control, { ...rest, image: preview?.rows[0]?.source })
}
