import type { HealthReport, SizeCount } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { imageQueryParams } from '#renderer/kit/app/image-query'
import { Link, projectHref } from '#renderer/kit/app/router'
import { SectionTitle } from '#renderer/kit/display/panel'
import { count, percent, plural } from '#renderer/kit/format'
import { sizePoints, sizeSearch } from './measures.ts'
import styles from './side-sections.module.css'

interface SizeSectionProps {
  readonly project: ProjectSlug
  readonly report: HealthReport
}

/** So many sizes are listed by number; the chart has more. */
const LISTED = 4

/** How large pictures are: a dot for each size, and the most frequent ones in numbers. */
export function SizeSection({ project, report: { sizes, sizeCount, dimensions, images } }: SizeSectionProps) {
  if (dimensions === null) return null
  const { median, min, max } = dimensions
  return (
    <section className={styles.section}>
      <div className={styles.title}>
        <SectionTitle>Image sizes</SectionTitle>
        <span className="text-3 caption">px</span>
      </div>
      {sizes.length > 0 && <SizeChart sizes={sizes} longest={Math.max(max.width, max.height)} sizeCount={sizeCount} />}
      {sizes.slice(0, LISTED).map((size) => (
        <SizeLine key={sizeText(size)} project={project} size={size} share={size.images / images} />
      ))}
      <p className={styles.note}>
        {sizeCount > LISTED && `${plural(sizeCount, 'size')} in all. `}
        Median {sizeText(median)}
        {sizeCount !== 1 && `, from ${sizeText(min)} to ${sizeText(max)}`}.
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
      label={`${size.width} by ${size.height} pixels: ${plural(size.images, 'image')}. Show them`}
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
      ? `The ${count(sizes.length)} most frequent of ${plural(sizeCount, 'image size')}, width to the right, height upwards`
      : `${plural(sizeCount, 'image size')}, width to the right, height upwards`
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
          <title>{`${sizeText(point)}: ${plural(point.images, 'image')}`}</title>
        </circle>
      ))}
      <text x={4} y={9}>
        {count(longest)} high
      </text>
      <text x={width} y={height + 12} textAnchor="end">
        {count(longest)} wide
      </text>
    </svg>
  )
}

/** How many pictures are tall, square or wide. */
export function AspectSection({ report: { aspects, images } }: Pick<SizeSectionProps, 'report'>) {
  return (
    <section className={styles.section}>
      <SectionTitle>Aspect ratios</SectionTitle>
      <ul className={styles.aspects}>
        {aspects.map(({ name, images: amount }) => (
          <li key={name} className={styles.aspect}>
            <span>{name}</span>
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
