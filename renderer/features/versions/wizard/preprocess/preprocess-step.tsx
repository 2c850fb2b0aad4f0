import {
  Compass,
  Contrast,
  Crop,
  Eclipse,
  FileImage,
  ImageOff,
  LayoutGrid,
  type LucideIcon,
  Replace,
  Scaling,
  SquareDashedMousePointer,
  Tag,
} from 'lucide-react'
import { useState } from 'react'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import { PREPROCESSING_STEPS, type PreprocessingKey } from '#common/versions/steps'
import { SectionTitle } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import type { Draft } from '../draft/draft.ts'
import { settingsOf } from '../draft/settings.ts'
import { obstacleOn, PREPROCESSING_NAMES, shownSteps } from '../obstacles.ts'
import step from '../step.module.css'
import { StepRow } from '../step-row.tsx'
import type { PreviewAnswer } from '../use-preview.ts'
import { Warnings } from '../warning.tsx'
import { lossSentence, preprocessingValue } from '../words.ts'
import styles from './preprocess-step.module.css'
import type { SettingsProps } from './settings-props.ts'
import { StepControls } from './step-controls.tsx'

export interface PreprocessStepProps {
  readonly type: ProjectType
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly preview: PreviewAnswer | undefined
  readonly problem: string | undefined
  /** Of the project, whatever the draft makes of them. */
  readonly classes: readonly LabelClass[]
  readonly tags: readonly string[]
}

interface Row {
  readonly key: PreprocessingKey
  readonly icon: LucideIcon
  readonly sentence: string
}

const ABOUT: Readonly<Record<PreprocessingKey, Omit<Row, 'key'>>> = {
  'filter-tags': {
    icon: Tag,
    sentence: t('Chooses images by their tags: those with all required tags and no excluded one.'),
  },
  remap: {
    icon: Replace,
    sentence: t('For this version only. Classes that get one name are merged; the project stays as it is.'),
  },
  'auto-orient': {
    icon: Compass,
    sentence: t('Turns the pixels upright according to the EXIF orientation. Shapes stay on their objects.'),
  },
  'static-crop': { icon: Crop, sentence: t('Keeps the same window of every image. Shapes are cut at its edge.') },
  isolate: {
    icon: SquareDashedMousePointer,
    sentence: t('Every object becomes an image of its own, labeled with its class: a dataset for classification.'),
  },
  tile: {
    icon: LayoutGrid,
    sentence: t('Cuts every image into pieces, so that small objects stay large. Shapes are cut along.'),
  },
  'filter-null': {
    icon: ImageOff,
    sentence: t('Drops images without annotations until this share of each split is annotated.'),
  },
  contrast: {
    icon: Contrast,
    sentence: t('Evens out dull and dark images before anything else is done to their colors.'),
  },
  grayscale: { icon: Eclipse, sentence: t('Removes the colors. The files keep three equal channels.') },
  resize: { icon: Scaling, sentence: t('Resizes every image to one size.') },
  'image-format': {
    icon: FileImage,
    sentence: t('File format of the images. Off: JPEG, small and slightly lossy.'),
  },
}

const ROWS: readonly Row[] = PREPROCESSING_STEPS.map((key) => ({ key, ...ABOUT[key] }))

/** Steps for every image of every split. One step is open at a time. */
export function PreprocessStep(props: PreprocessStepProps) {
  const { type, draft, preview, problem, classes } = props
  const [open, setOpen] = useState<PreprocessingKey | undefined>('resize')
  const loss = preview && lossSentence(draft, preview)
  // Texts about images belong to no class.
  const rows = shownSteps(ROWS, type).filter(({ key }) => key !== 'remap' || classes.length > 0)
  return (
    <>
      <SectionTitle className={step.title}>{t('Preprocess')}</SectionTitle>
      <p className={step.text}>{t('Applied to every image of train, valid and test.')}</p>
      <div className={styles.steps}>
        {rows.map((row) => (
          <PreprocessRow
            key={row.key}
            {...props}
            row={row}
            step={row.key}
            isOpen={open === row.key}
            setOpen={setOpen}
          />
        ))}
      </div>
      <Warnings texts={[loss, problem]} />
    </>
  )
}

interface PreprocessRowProps<Key extends PreprocessingKey> extends PreprocessStepProps {
  readonly row: Row
  readonly step: Key
  readonly isOpen: boolean
  readonly setOpen: (key: PreprocessingKey | undefined) => void
}

function PreprocessRow<Key extends PreprocessingKey>(props: PreprocessRowProps<Key>) {
  const { type, draft, onChange, preview, classes, tags, row, step: key, isOpen, setOpen } = props
  const now = draft.preprocessing[key]
  const change = (part: { readonly on: boolean } | { readonly settings: SettingsProps<Key>['value'] }) =>
    onChange({ preprocessing: { ...draft.preprocessing, [key]: { ...now, ...part } } })
  const settings = settingsOf(draft)
  return (
    <StepRow
      icon={row.icon}
      name={PREPROCESSING_NAMES[key]}
      value={preprocessingValue(key, settings.preprocessing)}
      sentence={row.sentence}
      obstacle={obstacleOn(key, settings, type)}
      isOn={now.on}
      isOpen={isOpen}
      onSwitch={(on) => {
        change({ on })
        setOpen(on ? key : undefined)
      }}
      onOpen={(isOpening) => setOpen(isOpening ? key : undefined)}
    >
      <StepControls
        step={key}
        {...{ preview, classes, tags }}
        value={now.settings}
        onChange={(next) => change({ settings: next })}
      />
    </StepRow>
  )
}
