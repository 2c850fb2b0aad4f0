import { useQuery } from '@tanstack/react-query'
import type { ProjectSummary } from '#common/contract/projects'
import { imageUrl } from '#common/contract/urls'
import type { ClassId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useReadOnly } from '#renderer/data/read-only'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { Outlines } from '#renderer/ui/display/outlines'
import { t } from '#renderer/words/words'
import styles from './mosaic.module.css'

const TILES = 96
/** The tile that is not set yet, as in the mark. */
const TURNED = 16

export interface MosaicProps {
  readonly projects: readonly ProjectSummary[]
  /** Files hang over the window. */
  readonly isOver: boolean
}

/** The person's own images; in an empty library a quiet outline of where they will be. */
export function Mosaic({ projects, isOver }: MosaicProps) {
  const source = projects.find(({ images }) => images > 0)
  if (source === undefined || isOver) return <DropTarget isOver={isOver} />
  return <Images project={source} />
}

function DropTarget({ isOver }: { readonly isOver: boolean }) {
  const takesNothing = useReadOnly('projects') !== undefined
  return (
    <div className={styles.mosaic}>
      <div className={cx(styles.target, isOver && styles.over)}>
        <div className={styles.cells} aria-hidden>
          {Array.from({ length: TILES }, (_, index) => (
            <span key={index} />
          ))}
        </div>
        {!takesNothing && (
          <p className={styles.word}>{isOver ? t('Drop to add them') : t('Drop images or a folder here')}</p>
        )}
      </div>
    </div>
  )
}

function Images({ project }: { readonly project: ProjectSummary }) {
  const page = useQuery(queries.imageWindow({ project: project.slug, filter: {}, sort: 'added' }, 0)).data
  const cards = page?.rows ?? []
  const outlined = cards.filter((card, index) => isOutlined(index) && card.shapes > 0).map(({ id }) => id)
  const outlines = useQuery({ ...queries.outlines(project.slug, outlined), enabled: outlined.length > 0 }).data ?? []
  const classes = useQuery(queries.classes(project.slug)).data ?? []
  const colorOf = (id: ClassId) => classes.find((each) => each.id === id)?.color ?? 1
  return (
    <div className={styles.mosaic} aria-hidden>
      <div className={styles.grid}>
        {Array.from({ length: TILES }, (_, index) => {
          const card = cards[index]
          const place = cx(
            styles.tile,
            index === 0 && styles.hero,
            index === TURNED && card !== undefined && styles.turned,
          )
          if (card === undefined) return <span key={index} className={cx(place, styles.empty)} />
          const shapes = outlines.find(({ image }) => image === card.id)?.shapes
          return (
            <Image
              key={index}
              className={place}
              url={imageUrl(card.id, index === 0 ? 'screen' : 'thumb')}
              color={card.color}
            >
              {shapes !== undefined && (
                <Outlines shapes={shapes} width={card.width} height={card.height} colorOf={colorOf} />
              )}
            </Image>
          )
        })}
      </div>
    </div>
  )
}

/** A few tiles show what labeling adds: the large one, the turned one, and some between. */
function isOutlined(index: number): boolean {
  return index === 0 || index === TURNED || index % 9 === 4
}
