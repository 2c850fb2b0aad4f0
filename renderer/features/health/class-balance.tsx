import { useQuery } from '@tanstack/react-query'
import type { ClassHealth } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { SPLITS } from '#common/split'
import type { Labelling } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { useLabelling } from '#renderer/data/use-labelling'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { Link, projectHref } from '#renderer/ui/app/router'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch, SPLIT_NAMES, SplitBar } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './class-balance.module.css'
import { isRare, logShare } from './measures.ts'

/** Past so many classes the list scrolls on its own, and only those in sight exist. */
const MANY = 200
const ROW_HEIGHT = 36

interface ClassBalanceProps {
  readonly project: ProjectSlug
  readonly classes: readonly ClassHealth[]
}

/** Class by class, most shapes first: how many, and how their images are split. A press shows the images. */
export function ClassBalance({ project, classes }: ClassBalanceProps) {
  const known = useQuery(queries.classes(project)).data
  const colors = new Map(known?.map(({ id, color }) => [id, color]))
  const labelling = useLabelling(project)
  const sorted = classes.toSorted((a, b) => b.shapes - a.shapes)
  const most = sorted[0]?.shapes ?? 0
  const row = (each: ClassHealth) => (
    <ClassRow
      key={each.id}
      project={project}
      each={each}
      color={colors.get(each.id) ?? 1}
      most={most}
      labelling={labelling}
    />
  )
  return (
    <>
      <div className={styles.title}>
        <SectionTitle>{t('Class balance')}</SectionTitle>
        <span className="text-3 caption">{t('log scale')}</span>
      </div>
      {sorted.length === 0 && <p className={cx(styles.none, 'text-2')}>{t('No classes yet.')}</p>}
      {sorted.length > 0 && (
        <div className={cx(styles.head, 'text-3 caption')} aria-hidden>
          <span>{t('Class')}</span>
          <span>{labelling === 'places' ? t('Shapes, splits') : t('Images, splits')}</span>
          <span>{labelling === 'places' && t('Shapes')}</span>
          <span>{t('Images')}</span>
        </div>
      )}
      {sorted.length > MANY ? (
        <VirtualList className={styles.long} label={t('Classes')} count={sorted.length} rowHeight={ROW_HEIGHT}>
          {(index) => {
            const each = sorted[index]
            return each === undefined ? null : row(each)
          }}
        </VirtualList>
      ) : (
        sorted.map(row)
      )}
      {sorted.some(isRare) && <Legend />}
    </>
  )
}

interface ClassRowProps {
  readonly project: ProjectSlug
  readonly each: ClassHealth
  readonly color: number
  readonly most: number
  readonly labelling: Labelling
}

function ClassRow({ project, each, color, most, labelling }: ClassRowProps) {
  const { id, name, shapes, images, splits } = each
  const rare = isRare(each)
  const filter = imageQueryParams({ filter: { classes: [id] }, sort: 'added' })
  const bySplit = SPLITS.map((split) => `${SPLIT_NAMES[split]} ${count(splits[split])}`).join(', ')

  return (
    <Link
      href={projectHref(project, 'images', filter)}
      className={styles.row}
      label={rowWords(each, labelling, bySplit)}
    >
      <span className={styles.name} title={name}>
        <ClassSwatch color={color} />
        <span className="truncate">{name}</span>
      </span>
      <span className={styles.bars} title={bySplit}>
        <span className={styles.track}>
          <span
            className={cx(styles.fill, rare && styles.rare)}
            style={{ width: `${100 * logShare(shapes, most)}%` }}
          />
        </span>
        <SplitBar counts={splits} height={3} />
      </span>
      <span className={cx('num', rare && styles.rareWord)}>{labelling === 'places' && count(shapes)}</span>
      <span className={cx('num', labelling === 'places' ? 'text-2' : rare && styles.rareWord)}>{count(images)}</span>
    </Link>
  )
}

function rowWords(each: ClassHealth, labelling: Labelling, splits: string): string {
  const { name, shapes, images } = each
  const amount =
    labelling === 'places'
      ? t('{{shapes}} on {{count}} images', { shapes: t('{{count}} shapes', { count: shapes }), count: images })
      : t('{{count}} images', { count: images })
  return isRare(each)
    ? t('{{name}}: {{amount}}; {{splits}}; rare. Show its images', { name, amount, splits })
    : t('{{name}}: {{amount}}; {{splits}}. Show its images', { name, amount, splits })
}

function Legend() {
  return (
    <p className={cx(styles.legend, 'text-3 caption')}>
      <i className={styles.rare} aria-hidden /> {t('less than a tenth of the average')}
    </p>
  )
}
