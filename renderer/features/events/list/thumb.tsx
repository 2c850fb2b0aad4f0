import {
  Braces,
  CircleCheck,
  ImageOff,
  type LucideIcon,
  MessageSquareText,
  Package,
  ThumbsUp,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { eventImageUrl } from '#common/contract/urls'
import { isKnownEventSchema, type KnownEventSchema } from '#common/events/known-schemas'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import type { EventImage } from '../images.ts'
import styles from './thumb.module.css'

export interface ThumbProps {
  readonly image: EventImage | undefined
  /** Schema of the event, shown where there is no image. */
  readonly schema: string
}

/** The image of an event as small as a row; what its producer drew is in it. */
export function Thumb({ image, schema }: ThumbProps) {
  const file = image?.fileId ?? image?.inputFileId ?? null
  const [gone, setGone] = useState<string>()
  if (file === null) {
    const Icon = isKnownEventSchema(schema) ? ICONS[schema] : Braces
    return (
      <span className={cx(styles.thumb, styles.none)} aria-hidden>
        <Icon />
      </span>
    )
  }
  if (gone === file)
    return (
      <span className={cx(styles.thumb, styles.none)} title={t('This image is no longer available')}>
        <ImageOff aria-hidden />
      </span>
    )
  return (
    <img
      src={eventImageUrl(file, 'thumb')}
      alt=""
      className={cx(styles.thumb, styles.image)}
      draggable={false}
      decoding="async"
      onError={() => setGone(file)}
    />
  )
}

const ICONS: Readonly<Record<KnownEventSchema, LucideIcon>> = {
  quality_check: CircleCheck,
  inventory_count: Package,
  safety_alert: TriangleAlert,
  custom: MessageSquareText,
  operator_feedback: ThumbsUp,
}
