import type { HealthReport, SizeCount } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { Link, projectHref } from '#renderer/ui/app/router'
import { SectionTitle } from '#renderer/ui/display/panel'
import { count, percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { sizePoints, sizeSearch } from './measures.ts'
import styles from './side-sections.module.css'

interface SizeSectionProps {
  readonly project: ProjectSlug
  readonly report: HealthReport
}

/** So many sizes are listed by number; the chart has more. */
const LISTED = 4

/** How large images are: a dot for each size, and the most frequent ones in numbers. */
export function SizeSection({ project, report: { sizes, sizeCount, dimensions, images } }: SizeSectionProps) {
  if (dimensions === null) return null
  const { median, min, max } = dimensions
  return (
    <section className={styles.section}>
      <div className={styles.title}>
        <SectionTitle>{t('Image sizes')}</SectionTitle>
        <span className="text-3 caption">{'px'}</span>
      </div>
      {sizes.length > 0 && <SizeChart sizes={sizes} longest={Math.max(max.width, max.height)} sizeCount={sizeCount} />}
      {sizes.slice(0, LISTED).map((size) => (
        <SizeLine key={sizeText(size)} project={project} size={size} share={size.images / images} />
      ))}
      <p className={styles.note}>
        {sizeCount > LISTED && `${t('{{count}} sizes in all.', { count: sizeCount })} `}
        {sizeCount === 1
          ? t('Median {{size}}.', { size: sizeText(median) })
          : t('Median {{size}}, from {{least}} to {{largest}}.', {
              size: sizeText(median),
              least: sizeText(min),
              largest: sizeText(max),
            })}
      </p>
    </section>
  )
}

interface SizeLineProps {
  readonly project: ProjectSlug
  readonly size: SizeCount
  readonly share: number
}

function SizeLine({ project, size, share }: SizeLineProps) {
  const filter = imageQueryParams({ filter: { search: sizeSearch(size) }, sort: 'added' })
  return (
    <Link
      href={projectHref(project, 'images', filter)}
      className={styles.line}
      label={t('{{width}} by {{height}} pixels: {{images}}. Show them', {
        width: String(size.width),
        height: String(size.height),
        images: t('{{count}} images', { count: size.images }),
      })}
    >
      <span className="num">{sizeText(size)}</span>
      <span className="num">{count(size.images)}</span>
      <span className="num text-3">{percent(share)}</span>
    </Link>
  )
}

const CHART = { width: 240, height: 150, dot: 9, least: 2.5 } as const

interface SizeChartProps {
  readonly sizes: readonly SizeCount[]
  readonly longest: number
  readonly sizeCount: number
}

/** Width to the right, height upwards, on one scale each. */
function SizeChart({ sizes, longest, sizeCount }: SizeChartProps) {
  const { width, height, dot, least } = CHART
  const across = width - 2 * dot
  const up = height - 2 * dot
  const words =
    sizeCount > sizes.length
      ? t('The {{shown}} most frequent of {{count}} image sizes, width to the right, height upwards', {
          shown: sizes.length,
          count: sizeCount,
        })
      : t('{{count}} image sizes, width to the right, height upwards', { count: sizeCount })
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height + 14}`} role="img" aria-label={words}>
      <path className={styles.axis} d={`M0.5 0V${height + 0.5}H${width}`} />
      <path className={styles.diagonal} d={`M0 ${height}L${width - dot} ${dot}`} />
      {sizePoints(sizes, longest).map((point) => (
        <circle
          key={sizeText(point)}
          cx={point.x * (across + dot)}
          cy={height - point.y * (up + dot)}
          r={Math.max(least, dot * point.radius)}
        >
          <title>{`${sizeText(point)}: ${t('{{count}} images', { count: point.images })}`}</title>
        </circle>
      ))}
      <text x={4} y={9} fontSize={10}>
        {t('{{pixels}} high', { pixels: longest })}
      </text>
      <text x={width} y={height + 12} textAnchor="end" fontSize={10}>
        {t('{{pixels}} wide', { pixels: longest })}
      </text>
    </svg>
  )
}

const ASPECT_NAMES: Readonly<Record<string, string>> = {
  'very tall': t('very tall'),
  tall: t('tall'),
  square: t('square'),
  wide: t('wide'),
  'very wide': t('very wide'),
}

/** How many images are tall, square or wide. */
export function AspectSection({ report: { aspects, images } }: Pick<SizeSectionProps, 'report'>) {
  return (
    <section className={styles.section}>
      <SectionTitle>{t('Aspect ratios')}</SectionTitle>
      <ul className={styles.aspects}>
        {aspects.map(({ name, images: amount }) => (
          <li key={name} className={styles.aspect}>
            <span>{ASPECT_NAMES[name] ?? name}</span>
            <span className={styles.track} aria-hidden>
              <span style={{ width: `${(100 * amount) / Math.max(1, images)}%` }} />
            </span>
            <span className="num">{count(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sizeText({ width, height }: Pick<SizeCount, 'width' | 'height'>): string {
  return `${width} × ${height}`
}
