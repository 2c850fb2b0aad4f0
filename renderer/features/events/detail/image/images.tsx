import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { EventView } from '#common/contract/events'
import { eventImageUrl } from '#common/contract/urls'
import { Overlay } from '#renderer/features/playground/entrance/overlay'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Switch } from '#renderer/ui/controls/switch'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import { Thumb } from '../../list/thumb.tsx'
import styles from './images.module.css'
import { type Size, useNaturalSize } from './use-natural-size.ts'
import type { ShownImage } from './use-shown-image.ts'

export interface ImagesProps {
  readonly event: EventView
  readonly shown: ShownImage
  /** Key of the finding that is looked at. */
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
}

/** The image edge to edge with what was found over it; several stand in a strip below. */
export function Images({ event, shown, active, onActive }: ImagesProps) {
  const { images } = event
  const { file } = shown
  if (images.length === 0) return null
  return (
    <section aria-label={t('Images')}>
      {file === undefined ? (
        <NoImage words={t('This image was not sent, only its predictions')} />
      ) : (
        <Stage key={file} file={file} shown={shown} active={active} onActive={onActive} />
      )}
      <Tools shown={shown} />
      {images.length > 1 && <Strip event={event} shown={shown} />}
    </section>
  )
}

/** Which side of the image is shown, and whether what was found is drawn over it. */
function Tools({ shown }: Pick<ImagesProps, 'shown'>) {
  const { image, file, found } = shown
  const isPlaced = found.some(({ place }) => place !== undefined)
  const hasBoth = typeof image?.fileId === 'string' && image.inputFileId !== null
  return (
    <div className={styles.tools}>
      {hasBoth && (
        <Segmented
          label={t('Which image')}
          size="small"
          value={shown.side}
          options={SIDES}
          onChange={(side) => shown.show({ side })}
        />
      )}
      {isPlaced && file !== undefined && (
        <Switch isSelected={shown.hasOverlay} onChange={(hasOverlay) => shown.show({ hasOverlay })}>
          {t('Outlines')}
        </Switch>
      )}
      {image?.label && <span className="truncate text-2">{image.label}</span>}
    </div>
  )
}

/** The image is small here. */
const MOST_TAGS = 3

const SIDES = [
  { value: 'input', label: t('Original') },
  { value: 'output', label: t('With predictions') },
] as const

interface StageProps extends Omit<ImagesProps, 'event'> {
  readonly file: string
}

function Stage({ file, shown: { found, hasOverlay, image }, active, onActive }: StageProps) {
  const [isGone, setGone] = useState(false)
  const [screen, setScreen] = useState<Size>()
  const size = useNaturalSize(file, screen)
  if (isGone) return <NoImage words={t('This image is no longer available')} />
  const placed = found.filter(({ place }) => place !== undefined)
  const isDrawn = hasOverlay && size !== undefined && placed.length > 0
  const name = image?.label ?? t('Image of the event')
  return (
    <div className={styles.stage}>
      <div className={styles.frame} style={frameOf(screen)}>
        <img
          src={eventImageUrl(file, 'screen')}
          alt={isDrawn ? t('{{image}}: {{count}} objects drawn on it', { image: name, count: placed.length }) : name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setScreen({ width, height })}
          onError={() => setGone(true)}
        />
        {isDrawn && <Overlay found={found} {...size} active={active} onActive={onActive} mostTags={MOST_TAGS} />}
      </div>
    </div>
  )
}

/** As large as the panel is wide, or as high as leaves room for the rest. */
function frameOf(size: Size | undefined) {
  if (size === undefined) return { width: '100%', height: '100%' }
  const share = size.width / size.height
  return { aspectRatio: String(share), width: `min(100cqw, calc(100cqh * ${share}))` }
}

function NoImage({ words }: { readonly words: string }) {
  return (
    <div className={cx(styles.stage, styles.gone)}>
      <ImageOff aria-hidden />
      {words}
    </div>
  )
}

function placeWords(number: number, label: string | null): string {
  return label === null ? t('Image {{number}}', { number }) : t('Image {{number}}, {{label}}', { number, label })
}

function Strip({ event: { images, eventSchema }, shown }: Pick<ImagesProps, 'event' | 'shown'>) {
  return (
    <div className={styles.strip} role="group" aria-label={t('Images of the event')}>
      {images.map((image, index) => (
        <button
          key={index}
          type="button"
          className={styles.small}
          aria-label={placeWords(index + 1, image.label)}
          aria-pressed={index === shown.index}
          onClick={() => shown.show({ index })}
        >
          <Thumb image={image} schema={eventSchema} />
        </button>
      ))}
    </div>
  )
}
