import type { DatasetPlan } from '#common/contract/datasets'
import type { ClassId } from '#common/ids'
import { Image } from '#renderer/ui/display/image'
import { ImageLabels } from '#renderer/ui/display/image-labels'
import { t } from '#renderer/words/words'
import styles from './review.module.css'

/** A few images with their labels, so that a person sees that the labels lie right. */
export function Samples({ plan: { samples, classes } }: { readonly plan: DatasetPlan }) {
  if (samples.length === 0) return null
  const byId = new Map(classes.map((known) => [known.id, known]))
  const classOf = (id: ClassId) => {
    const found = byId.get(id)
    return found && { id, name: found.name, color: found.color, skeleton: null }
  }
  return (
    <ul className={styles.samples} aria-label={t('Images with their annotations')}>
      {samples.map(({ name, url, width, height, shapes }) => (
        <li key={name} className={styles.sample} title={name}>
          <Image className={styles.image} url={url} alt={name} fit="contain">
            <ImageLabels shapes={shapes} width={width} height={height} classOf={classOf} fit="contain" edge="bottom" />
          </Image>
        </li>
      ))}
    </ul>
  )
}
