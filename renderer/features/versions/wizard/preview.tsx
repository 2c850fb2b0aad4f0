import { Shuffle } from 'lucide-react'
import type { LabelClass } from '#common/contract/projects'
import type { PreviewImage } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { describeDrawn } from '#common/versions/describe-drawn'
import { shortSeed } from '#renderer/data/seed'
import { useAbility } from '#renderer/data/use-ability'
import { useLabelling } from '#renderer/data/use-labelling'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Segmented } from '#renderer/ui/controls/segmented'
import { ImageLabels, type ImageLabelsProps } from '#renderer/ui/display/image-labels'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { SectionTitle } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import { WORDING } from '../recipe.ts'
import styles from './preview.module.css'
import { placeAspect, rowHeight } from './preview-layout.ts'
import { PREVIEW_ROWS, type usePreview } from './use-preview.ts'
import type { Wizard } from './use-wizard.ts'

interface PreviewProps {
  readonly project: ProjectSlug
  readonly wizard: Wizard
  readonly preview: ReturnType<typeof usePreview>
  readonly classes: readonly LabelClass[]
  /** Nothing is labeled, so there is nothing to show. */
  readonly isEmpty: boolean
}

const ORDERS = [
  { value: 'random', label: t('Random') },
  { value: 'densest', label: t('Densest') },
  { value: 'smallest', label: t('Smallest') },
  { value: 'darkest', label: t('Darkest') },
] as const

/** Classes and texts of whole images have no size. */
const WHOLE_ORDERS = [
  { value: 'random', label: t('Random') },
  { value: 'densest', label: t('Most annotations') },
  { value: 'darkest', label: t('Darkest') },
] as const

/** The project's own images, the hardest first, and what the settings make of them. */
export function Preview({ project, wizard, preview: { shown, error }, classes, isEmpty }: PreviewProps) {
  const can = useAbility()
  const faces = new Map(classes.map((each) => [each.id, each]))
  const classOf = (id: LabelClass['id']) => faces.get(id)
  const labelling = useLabelling(project)
  return (
    <section className={styles.preview} aria-label={t('Live preview')}>
      <div className={styles.head}>
        <SectionTitle>{t('Live preview')}</SectionTitle>
        <span className={styles.seed}>
          {t('seed')} <span className="mono">{shortSeed(wizard.seed)}</span>
        </span>
        <IconButton icon={Shuffle} size="small" label={t('Draw with another seed')} onPress={wizard.shuffle} />
        {can('preview-order') && (
          <Segmented
            label={t('Which images')}
            className={styles.orders}
            options={labelling === 'places' ? ORDERS : WHOLE_ORDERS}
            value={wizard.order}
            onChange={wizard.setOrder}
          />
        )}
      </div>
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {isEmpty ? (
        <EmptyState
          title={t('Nothing to preview')}
          text={t('The preview shows labeled images. Label an image first.')}
        />
      ) : (
        <div className={styles.area}>
          {shown?.rows.map(({ source, results }, row) => (
            // An element is its place, and stays while its image changes: old pixels stand until the new ones do.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={row} className={styles.row} style={{ height: rowHeight([source, ...results], PREVIEW_ROWS) }}>
              {[source, ...results].map((image, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <PreviewTile key={place} image={image} classOf={classOf} />
              ))}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

interface PreviewTileProps {
  readonly image: PreviewImage
  readonly classOf: ImageLabelsProps['classOf']
}

function PreviewTile({ image, classOf }: PreviewTileProps) {
  const { url, width, height, shapes, drawn } = image
  const caption = drawn === null ? t('Source') : describeDrawn(drawn, WORDING)
  const aspect = width / height
  const place = placeAspect(image)
  return (
    <div className={styles.place} style={{ aspectRatio: place }}>
      <figure className={styles.tile} style={{ aspectRatio: aspect, [aspect > place ? 'width' : 'height']: '100%' }}>
        <img src={url} alt="" draggable={false} decoding="sync" />
        <ImageLabels shapes={shapes} width={width} height={height} classOf={classOf} fit="contain" edge="top" />
        <figcaption className={styles.caption} title={caption}>
          {caption}
        </figcaption>
      </figure>
    </div>
  )
}
