import {
  Compass,
  Contrast,
  Crop,
  Eclipse,
  ImageOff,
  LayoutGrid,
  type LucideIcon,
  Replace,
  Scaling,
  SquareDashedMousePointer,
  Tag,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import { preprocessingLine } from '#common/versions/describe-preprocessing'
import { PREPROCESSING_STEPS, type PreprocessingKey } from '#common/versions/steps'
import { SectionTitle } from '#renderer/kit/display/panel'
import type { Draft } from '../draft/draft.ts'
import { settingsOf } from '../draft/settings.ts'
import { obstacleOn, PREPROCESSING_NAMES, shownSteps } from '../obstacles.ts'
import step from '../step.module.css'
import { StepRow } from '../step-row.tsx'
import type { PreviewAnswer } from '../use-preview.ts'
import { Warning } from '../warning.tsx'
import { lossSentence } from '../words.ts'
import { ClassesSettings } from './classes-settings.tsx'
import { ContrastSettings } from './contrast-settings.tsx'
import { CropSettings } from './crop-settings.tsx'
import { LabelledSettings } from './labelled-settings.tsx'
import styles from './preprocess-step.module.css'
import { ResizeSettings } from './resize-settings.tsx'
import { TagsSettings } from './tags-settings.tsx'
import { TilesSettings } from './tiles-settings.tsx'

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
    sentence: 'Chooses images by their tags. Those with all required and no excluded tag go in.',
  },
  remap: {
    icon: Replace,
    sentence: 'For this version only. Classes that get one name are merged; the project stays as it is.',
  },
  'auto-orient': {
    icon: Compass,
    sentence: 'Turns the pixels upright as the camera noted. Shapes stay on their objects.',
  },
  'static-crop': { icon: Crop, sentence: 'Keeps the same window of every image. Shapes are cut at its edge.' },
  isolate: {
    icon: SquareDashedMousePointer,
    sentence: 'Every object becomes an image of its own, labelled with its class: a set for classification.',
  },
  tile: {
    icon: LayoutGrid,
    sentence: 'Cuts every image into pieces, so that small objects stay large. Shapes are cut along.',
  },
  'filter-null': {
    icon: ImageOff,
    sentence: 'Leaves out images without any label until so many of each split have some.',
  },
  contrast: {
    icon: Contrast,
    sentence: 'Evens out dull and dark images before anything else is done to their colours.',
  },
  grayscale: { icon: Eclipse, sentence: 'Takes the colours away. The files keep three equal channels.' },
  resize: { icon: Scaling, sentence: 'Brings every image to one size.' },
}

const ROWS: readonly Row[] = PREPROCESSING_STEPS.map((key) => ({ key, ...ABOUT[key] }))

/** What is done to every picture of every split. One step is open at a time. */
export function PreprocessStep(props: PreprocessStepProps) {
  const { type, draft, onChange, preview, problem } = props
  const [open, setOpen] = useState<PreprocessingKey | undefined>('resize')
  const loss = preview && lossSentence(draft, preview)
  const settings = settingsOf(draft)
  const change = <Key extends PreprocessingKey>(key: Key, part: Partial<Draft['preprocessing'][Key]>) =>
    onChange({ preprocessing: { ...draft.preprocessing, [key]: { ...draft.preprocessing[key], ...part } } })
  return (
    <>
      <SectionTitle className={step.title}>Preprocess</SectionTitle>
      <p className={step.text}>Done to every image of train, valid and test.</p>
      {loss !== undefined && <Warning>{loss}</Warning>}
      {problem !== undefined && <Warning>{problem}</Warning>}
      <div className={styles.steps}>
        {shownSteps(ROWS, type).map(({ key, icon, sentence }) => (
          <StepRow
            key={key}
            icon={icon}
            name={PREPROCESSING_NAMES[key]}
            value={valueOf(key, settings.preprocessing)}
            sentence={sentence}
            obstacle={obstacleOn(key, settings, type)}
            isOn={draft.preprocessing[key].on}
            isOpen={open === key}
            onSwitch={(on) => {
              change(key, { on })
              setOpen(on ? key : undefined)
            }}
            onOpen={(isOpen) => setOpen(isOpen ? key : undefined)}
          >
            {controlsOf(key, { ...props, change })}
          </StepRow>
        ))}
      </div>
    </>
  )
}

/** Steps whose line says no more than their name. */
const PLAIN: readonly PreprocessingKey[] = ['auto-orient', 'isolate', 'grayscale']

function valueOf(
  key: PreprocessingKey,
  preprocessing: ReturnType<typeof settingsOf>['preprocessing'],
): string | undefined {
  if (PLAIN.includes(key)) return undefined
  const line = preprocessingLine(key, preprocessing) ?? 'nothing chosen'
  const [first = '', ...rest] = line.split(' ')
  // Beside its name the line need not begin with it.
  return first === PREPROCESSING_NAMES[key] ? rest.join(' ') : line.charAt(0).toLowerCase() + line.slice(1)
}

interface Controls extends PreprocessStepProps {
  readonly change: <Key extends PreprocessingKey>(key: Key, part: Partial<Draft['preprocessing'][Key]>) => void
}

function controlsOf(key: PreprocessingKey, { draft, preview, classes, tags, change }: Controls): ReactNode {
  const steps = draft.preprocessing
  switch (key) {
    case 'filter-tags':
      return <TagsSettings tags={tags} value={steps[key].settings} onChange={(settings) => change(key, { settings })} />
    case 'remap':
      return (
        <ClassesSettings
          classes={classes}
          value={steps[key].settings}
          onChange={(settings) => change(key, { settings })}
        />
      )
    case 'static-crop':
      return (
        <CropSettings
          picture={preview?.rows[0]?.source}
          value={steps[key].settings}
          onChange={(settings) => change(key, { settings })}
        />
      )
    case 'tile':
      return <TilesSettings value={steps[key].settings} onChange={(settings) => change(key, { settings })} />
    case 'filter-null':
      return <LabelledSettings value={steps[key].settings} onChange={(settings) => change(key, { settings })} />
    case 'contrast':
      return <ContrastSettings value={steps[key].settings} onChange={(settings) => change(key, { settings })} />
    case 'resize':
      return <ResizeSettings value={steps[key].settings} onChange={(settings) => change(key, { settings })} />
    case 'auto-orient':
    case 'isolate':
    case 'grayscale':
      return null
  }
}
