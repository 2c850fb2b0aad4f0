import {
  Grid3x3,
  Layers,
  type LucideIcon,
  MessageSquareText,
  PersonStanding,
  Square,
  SquareCheck,
  SquareDot,
} from 'lucide-react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { ProjectType } from '#common/contract/projects'
import { PROJECT_TYPE_NAMES } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import styles from './type-picker.module.css'

interface Face {
  readonly icon: LucideIcon
  /** The name on a small card. */
  readonly title: string
  readonly text: string
}

const FACES: Readonly<Record<ProjectType, Face>> = {
  'instance-segmentation': {
    icon: Layers,
    title: t('Outlines'),
    text: t('Each object by its exact outline, cut out by a click or drawn'),
  },
  'object-detection': { icon: Square, title: t('Boxes'), text: t('Each object in a box around it') },
  'semantic-segmentation': {
    icon: Grid3x3,
    title: t('Regions'),
    text: t('Which part of the image is road, which is sky, which is water'),
  },
  'keypoint-detection': {
    icon: PersonStanding,
    title: t('Keypoints'),
    text: t('Each object by named points: a nose, two eyes, two hands'),
  },
  'single-label-classification': {
    icon: SquareDot,
    title: t('One class'),
    text: t('Each image has exactly one class'),
  },
  'multi-label-classification': {
    icon: SquareCheck,
    title: t('Many classes'),
    text: t('Each image has any number of classes'),
  },
  'text-image-pairs': {
    icon: MessageSquareText,
    title: t('Texts'),
    text: t('Captions, or questions about the image and their answers'),
  },
}

/** Most wanted first; what is like another stands beside it. */
const ORDER = [
  'instance-segmentation',
  'object-detection',
  'semantic-segmentation',
  'keypoint-detection',
  'single-label-classification',
  'multi-label-classification',
  'text-image-pairs',
] as const satisfies readonly ProjectType[]

export interface TypePickerProps {
  readonly value: ProjectType
  readonly onChange: (type: ProjectType) => void
}

/** One of the seven kinds of projects, and in one line what the chosen one is for. */
export function TypePicker({ value, onChange }: TypePickerProps) {
  return (
    <RadioGroup
      className={styles.group ?? ''}
      value={value}
      onChange={(next) => onChange(ProjectType.parse(next))}
      orientation="horizontal"
    >
      <Label className={styles.label ?? ''}>{t('What you label')}</Label>
      <div className={styles.cards}>
        {ORDER.map((type) => (
          <Card key={type} type={type} />
        ))}
      </div>
      <p className={styles.words} aria-hidden>
        <b>{PROJECT_TYPE_NAMES[value]}.</b> {FACES[value].text}.
      </p>
    </RadioGroup>
  )
}

function Card({ type }: { readonly type: ProjectType }) {
  const { icon: Icon, title, text } = FACES[type]
  return (
    <Radio className={styles.card ?? ''} value={type} aria-label={`${PROJECT_TYPE_NAMES[type]}: ${text}`}>
      <Icon />
      <span className="truncate">{title}</span>
    </Radio>
  )
}
